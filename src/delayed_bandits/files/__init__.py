"""Result files: format, layout, provenance, and the sources of each step."""

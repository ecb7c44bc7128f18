"""Result files: format, layout and provenance; the sources of each step."""

"""Result files: their format, layout and provenance, and the sources that a step depends on."""

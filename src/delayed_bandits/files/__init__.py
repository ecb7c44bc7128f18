"""Result files: format, layout and provenance; sources that a step depends on."""

"""Result files: format, layout and provenance; the sources on which a step depends."""

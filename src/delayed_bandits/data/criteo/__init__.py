"""The Criteo attribution file: download, checks, and conversion delays."""

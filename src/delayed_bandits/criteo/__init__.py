"""The Criteo attribution file: fetched, checked, and turned into conversion delays."""

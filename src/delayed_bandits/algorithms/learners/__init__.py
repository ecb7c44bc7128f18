"""Users' learners in plain Python: how they are loaded, played and checked."""

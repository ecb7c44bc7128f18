"""Users' learners in plain Python: loaded, given their problem, played and checked."""

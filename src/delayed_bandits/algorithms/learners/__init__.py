"""Users' learners in plain Python: load them, play them and check them."""

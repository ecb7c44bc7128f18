"""Worlds with all their chance drawn before the first round, and what learners see of them."""

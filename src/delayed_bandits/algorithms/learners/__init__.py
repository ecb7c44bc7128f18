"""Learners in plain Python from files of users: loaded, given their problem, played and checked."""

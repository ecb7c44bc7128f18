"""Learners and claims beside what is published."""

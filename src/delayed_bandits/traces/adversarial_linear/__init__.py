"""Adversarial linear bandits, whose actions are the points of a convex body."""

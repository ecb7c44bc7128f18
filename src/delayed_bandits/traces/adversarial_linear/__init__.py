"""Adversarial linear bandits on a convex body."""

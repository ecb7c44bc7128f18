"""Contextual bandits with a budget of pulls."""

"""Contextual bandits with a budget."""

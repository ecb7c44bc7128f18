"""Linear bandits whose payoffs are their delays."""

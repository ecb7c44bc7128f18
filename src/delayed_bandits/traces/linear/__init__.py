"""Linear bandits with delayed conversions."""

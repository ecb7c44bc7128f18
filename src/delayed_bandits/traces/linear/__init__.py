"""Linear bandits with conversions that are announced late."""

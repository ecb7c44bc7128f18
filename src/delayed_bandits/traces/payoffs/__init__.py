"""Linear bandits in which a payoff's delay is proportional to the payoff."""

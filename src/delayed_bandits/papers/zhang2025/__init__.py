"""Zhang, Wang and Luo 2025, Contextual Linear Bandits with Delay as Payoff."""

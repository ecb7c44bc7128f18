"""K-armed bandits, stochastic or adversarial."""

"""The commands of `delayed-bandits`."""

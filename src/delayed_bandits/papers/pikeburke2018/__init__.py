"""Pike-Burke et al. 2018, Bandits with Delayed, Aggregated Anonymous Feedback."""

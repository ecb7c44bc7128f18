"""Wang et al. 2022, Adaptive Experimentation with Delayed Binary Feedback (D-TS)."""

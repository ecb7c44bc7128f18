"""Chapelle and Li 2011, An Empirical Evaluation of Thompson Sampling."""

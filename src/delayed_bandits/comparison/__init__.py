"""Compare a learner with published algorithms, and measure one claim again."""

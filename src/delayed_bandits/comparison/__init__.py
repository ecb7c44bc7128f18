"""Comparison of a learner with published algorithms; one claim measured again."""

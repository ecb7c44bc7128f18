"""A learner compared with published algorithms, and a claim measured again."""

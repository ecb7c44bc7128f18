"""Claims on the campaigns of the Criteo file: none, since the experiment has no paper."""

CLAIMS, CONCLUSIONS = [], []

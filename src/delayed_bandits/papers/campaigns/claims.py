"""No claims: the experiment on campaigns has no paper."""

CLAIMS, CONCLUSIONS = [], []

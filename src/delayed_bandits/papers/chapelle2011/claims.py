"""Claims of Chapelle and Li 2011."""

CLAIMS = []

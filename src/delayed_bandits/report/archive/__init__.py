"""Archives: a finished run with all that it was made of, in one file."""

"""One module per paper: the functions that draw its figures, and claims(), which judges it."""

"""One module per paper: FIGURES, the functions that draw them, and claims(), which judges it."""

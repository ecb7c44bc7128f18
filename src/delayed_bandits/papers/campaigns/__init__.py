"""The campaigns of the Criteo file as arms."""

"""An experiment whose arms are the campaigns of the Criteo file."""

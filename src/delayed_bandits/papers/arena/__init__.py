"""Arena: which algorithm to play under which delays."""

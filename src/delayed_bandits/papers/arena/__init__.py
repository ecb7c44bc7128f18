"""Arena: which algorithm under which delays."""

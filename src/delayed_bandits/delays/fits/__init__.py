"""Delay laws fitted to observed delays."""

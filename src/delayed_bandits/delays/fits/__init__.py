"""Delay distributions fitted to observed delays."""

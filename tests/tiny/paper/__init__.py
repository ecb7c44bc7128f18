"""A tiny paper."""

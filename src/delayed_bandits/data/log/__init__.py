"""A log of late conversions: read, checked, and summed up by arm."""

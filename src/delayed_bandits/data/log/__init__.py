"""A log of late conversions: read, checked, summed up by arm, and advice from it."""

"""Liu and Maghsudi 2024, Budgeted Recommendation with Delayed Feedback."""

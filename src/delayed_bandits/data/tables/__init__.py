"""Tables of users: opened as they are, and what their values mean."""

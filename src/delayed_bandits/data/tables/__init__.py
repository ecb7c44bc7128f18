"""Tables of users: how they are opened, and the meaning of their values."""

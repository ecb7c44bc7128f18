"""Users' tables: how they are opened, and what their values mean."""

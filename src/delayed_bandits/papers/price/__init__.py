"""Price: what a delay costs, and whether algorithms should account for it."""

"""Price: what a delay costs, and whether handling it pays."""

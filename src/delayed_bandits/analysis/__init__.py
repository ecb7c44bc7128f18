"""From run files to regret tables, figures and claims."""

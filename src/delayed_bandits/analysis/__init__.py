"""Analysis of run files: regret tables, figures and claims."""

"""Experiments as they are planned: specifications, papers, blocks of seeds, resources."""

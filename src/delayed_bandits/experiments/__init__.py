"""Experiments: specifications, papers, blocks of seeds, job groups, resources."""

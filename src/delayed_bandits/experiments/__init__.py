"""Experiments: specifications, papers, blocks of seeds, batches, resources."""

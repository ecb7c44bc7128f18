"""Experiments: papers, specifications, blocks of seeds, run groups, resources."""

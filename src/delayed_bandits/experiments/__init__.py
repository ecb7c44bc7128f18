"""Experiments: papers, specifications, blocks of seeds, job groups, resources."""

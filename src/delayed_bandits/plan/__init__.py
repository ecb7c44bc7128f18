"""What is to be run: papers, settings, blocks of seeds, resources."""

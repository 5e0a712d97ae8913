"""A thin door: the command line."""

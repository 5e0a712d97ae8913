"""The pages on the right of the window."""

"""The manual and its window."""

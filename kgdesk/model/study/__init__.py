"""A study: an immutable value folded from its events."""

"""Decisions of a person about a study: each refuses nonsense and returns the facts that it would add."""

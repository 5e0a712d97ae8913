"""Finds the best of many candidate experiments from successes and failures, in as few runs as possible."""

__version__ = "0.1.0"

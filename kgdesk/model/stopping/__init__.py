"""Stopping rules: when a study has learned enough."""

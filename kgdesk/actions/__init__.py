"""Verbs: one function for each thing that a person can do."""

"""Decisions: what a person may do with a study; each returns the facts, (kind, payload), of new events."""

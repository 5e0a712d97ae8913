"""Decisions: what a user may do with a study. Each returns facts, the (kind, payload) of the events to append."""

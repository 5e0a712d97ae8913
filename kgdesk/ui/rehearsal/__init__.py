"""Rehearsing a study in the window: what runs it, its page, and its words."""

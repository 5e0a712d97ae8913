"""Rehearsal of the open study: form, run, results."""

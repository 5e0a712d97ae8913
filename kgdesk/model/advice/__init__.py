"""Advice for a study: suggestion of the next run, its explanation, and the recommended candidate."""

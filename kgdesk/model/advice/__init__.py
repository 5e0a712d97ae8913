"""Advice for a study: suggestion, recommendation, batches, what-if, history of the best, checks of the model."""

"""Candidates and their attributes: the pool, its design matrix, samples and availability."""

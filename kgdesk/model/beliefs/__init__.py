"""Bayesian logistic regression: Gaussian beliefs about the weights, and their evidence-weighted average."""

"""Bayesian beliefs about the weights of a logistic model."""

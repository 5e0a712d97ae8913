"""Bayesian logistic regression: Gaussian beliefs about the weights, and evidence-weighted mixtures of them."""

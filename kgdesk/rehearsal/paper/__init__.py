"""The paper's experiment: pools, figures and Theorem 1."""

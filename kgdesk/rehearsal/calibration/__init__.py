"""Simulation-based calibration: coverage of the credible intervals of the beliefs."""

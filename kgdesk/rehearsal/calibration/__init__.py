"""Calibration by simulation: coverage of the intervals of the beliefs."""

"""Derived views of a study: what if, slices, remaining gain, calibration."""

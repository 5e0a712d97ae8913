"""Numbers: arrays in, arrays out, compiled by Numba."""

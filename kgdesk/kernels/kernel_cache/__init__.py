"""Cache of compiled Numba kernels: folders, choice of the native, shipped or open layer, and diagnostics."""

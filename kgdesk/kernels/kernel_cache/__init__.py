"""The cache of compiled kernels: where it lies, which layer runs on this computer, what it reports."""

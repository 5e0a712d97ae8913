"""Knowledge gradient of every candidate of a large pool under one belief, without looking at every pair.

See `kgdesk.kernels.bounded_sweep.branch_and_bound`, and METHOD, "Fewer pairs, the same answer".
"""

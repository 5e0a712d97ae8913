"""Benchmarks of the parts of the program on this machine, with references."""

from kgdesk_bench.sweeps import sweep_of
from kgdesk_bench.timer import Figure
from kgdesk_bench.whole import Bench, bench

__all__ = ["Bench", "Figure", "bench", "sweep_of"]

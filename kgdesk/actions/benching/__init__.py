"""The parts of the program timed on this machine, and what they are timed against."""

from kgdesk.actions.benching.sweeps import sweep_of
from kgdesk.actions.benching.timer import Figure
from kgdesk.actions.benching.whole import Bench, bench

__all__ = ["Bench", "Figure", "bench", "sweep_of"]

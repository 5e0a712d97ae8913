"""Simulated studies: truths, contests between policies, parallel execution, calibration."""

from kgdesk.rehearsal.contest import Contest, Player, players
from kgdesk.rehearsal.engine import Progress, Result, run_contests
from kgdesk.rehearsal.kept_runs import KeptRuns
from kgdesk.rehearsal.scores import Board
from kgdesk.rehearsal.simulation import SimulatedRun, play
from kgdesk.rehearsal.study_rehearsal import rehearse

__all__ = [
    "Board",
    "Contest",
    "KeptRuns",
    "Player",
    "Progress",
    "Result",
    "SimulatedRun",
    "play",
    "players",
    "rehearse",
    "run_contests",
]

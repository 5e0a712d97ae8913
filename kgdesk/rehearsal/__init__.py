"""Simulated studies: truths, contests between policies, parallel execution, calibration."""

from kgdesk.rehearsal.contest import Contest, Player, players
from kgdesk.rehearsal.engine import Progress, Result, run_contests
from kgdesk.rehearsal.kept_runs import KeptRuns
from kgdesk.rehearsal.replay_scores import ReplayBoard
from kgdesk.rehearsal.replaying import replay
from kgdesk.rehearsal.scores import Board
from kgdesk.rehearsal.simulation import SimulatedRun, play
from kgdesk.rehearsal.study_rehearsal import rehearse

__all__ = [
    "Board",
    "Contest",
    "KeptRuns",
    "Player",
    "Progress",
    "ReplayBoard",
    "Result",
    "SimulatedRun",
    "play",
    "players",
    "rehearse",
    "replay",
    "run_contests",
]

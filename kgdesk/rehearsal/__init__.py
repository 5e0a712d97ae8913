"""Simulated studies: truths, contests between policies, the engine that plays them, the paper's experiment."""

from kgdesk.rehearsal.contest import Contest
from kgdesk.rehearsal.engine import Progress, Result, rehearsed
from kgdesk.rehearsal.own import rehearse
from kgdesk.rehearsal.players import Player, players
from kgdesk.rehearsal.playing import Played, play
from kgdesk.rehearsal.scores import Board

__all__ = [
    "Board",
    "Contest",
    "Played",
    "Player",
    "Progress",
    "Result",
    "play",
    "players",
    "rehearse",
    "rehearsed",
]

"""Verbs: one function for each thing that a person can do, called alike by window, command line and scripts."""

from __future__ import annotations

from kgdesk.actions.answers import effect_of_correction, status, suggestion, trajectory
from kgdesk.actions.session import Change, Session, Who
from kgdesk.actions.studies import correct, create_study, finish, open_study, record, reopen, take_back

__all__ = [
    "Change",
    "Session",
    "Who",
    "correct",
    "create_study",
    "effect_of_correction",
    "finish",
    "open_study",
    "record",
    "reopen",
    "status",
    "suggestion",
    "take_back",
    "trajectory",
]

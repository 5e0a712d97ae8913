"""Verbs: one function for each thing that a person can do, called alike by window, command line and scripts."""

from __future__ import annotations

from kgdesk.actions.answers import effect_of_correction, status, suggestion, trajectory
from kgdesk.actions.archives import import_archive
from kgdesk.actions.checking import Check, verify, warm_up
from kgdesk.actions.computer import compile_in_background
from kgdesk.actions.exporting import export, export_preview
from kgdesk.actions.importing import Imported, import_outcomes
from kgdesk.actions.qualification import certificate, qualify
from kgdesk.actions.samples import SAMPLES, open_sample, sample_path
from kgdesk.actions.session import Change, Session, Who
from kgdesk.actions.studies import (
    correct,
    create_study,
    exclude,
    finish,
    include,
    open_study,
    record,
    reopen,
    skip,
    start,
    take_back,
)

__all__ = [
    "SAMPLES",
    "Change",
    "Check",
    "Imported",
    "Session",
    "Who",
    "certificate",
    "compile_in_background",
    "correct",
    "create_study",
    "effect_of_correction",
    "exclude",
    "export",
    "export_preview",
    "finish",
    "import_archive",
    "import_outcomes",
    "include",
    "open_sample",
    "open_study",
    "qualify",
    "record",
    "reopen",
    "sample_path",
    "skip",
    "start",
    "status",
    "suggestion",
    "take_back",
    "trajectory",
    "verify",
    "warm_up",
]

"""Verbs: one function for each thing that a person can do, called alike by window, command line and scripts."""

from __future__ import annotations

from kgdesk.actions.answers import effect_of_correction, status, stopping, suggestion, trajectory
from kgdesk.actions.archives import import_archive
from kgdesk.actions.certificates import certificate, is_current
from kgdesk.actions.checking import Check, selftest, verify, warm_up
from kgdesk.actions.exporting import export, export_preview
from kgdesk.actions.importing import Imported, import_outcomes
from kgdesk.actions.left_to_gain import gains
from kgdesk.actions.samples import SAMPLES, open_sample, sample_path
from kgdesk.actions.session import Change, Session, Who
from kgdesk.actions.studies import (
    correct,
    create_study,
    exclude,
    finish,
    include,
    note,
    open_study,
    record,
    reopen,
    skip,
    start,
    start_together,
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
    "correct",
    "create_study",
    "effect_of_correction",
    "exclude",
    "export",
    "export_preview",
    "finish",
    "gains",
    "import_archive",
    "import_outcomes",
    "include",
    "is_current",
    "note",
    "open_sample",
    "open_study",
    "record",
    "reopen",
    "sample_path",
    "selftest",
    "skip",
    "start",
    "start_together",
    "status",
    "stopping",
    "suggestion",
    "take_back",
    "trajectory",
    "verify",
    "warm_up",
]

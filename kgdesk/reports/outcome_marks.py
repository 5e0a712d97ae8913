"""Outcomes on paper: their mark and their name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.text import phrase

if TYPE_CHECKING:
    from kgdesk.model.study.settings import Settings


def marked_outcome(outcome: str, settings: Settings) -> str:
    """Return the mark and the name of an outcome, which are told apart without colour: ``✕ Failure``."""
    if outcome == "void":
        return phrase("– Void")
    if outcome == "undecided":
        return phrase("? Undecided")
    return f"● {settings.success_name}" if outcome == "success" else f"✕ {settings.failure_name}"

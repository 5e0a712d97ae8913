"""What pictures call beliefs, outcomes and attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from kgdesk.model.value import given
from kgdesk.ui.refusals import translate

if TYPE_CHECKING:
    from kgdesk.model.pool import Attribute
    from kgdesk.model.study import Study


def belief_words(study: Study) -> str:
    """Return for people which belief made a range."""
    return {
        "moments": QCoreApplication.translate("Adaptors", "recommended model"),
        "full": QCoreApplication.translate("Adaptors", "correlated model"),
        "diagonal": QCoreApplication.translate("Adaptors", "model of the paper"),
    }.get(study.settings.belief, study.settings.belief)


def outcome_names(study: Study) -> tuple[str, str]:
    """Return what the study calls success and failure."""
    return study.settings.success_name, study.settings.failure_name


def with_unit(attribute: Attribute) -> str:
    """Return the name of an attribute with its unit, where the name does not have it already."""
    named = attribute.unit and f"({attribute.unit})" not in attribute.name
    return f"{attribute.name} ({attribute.unit})" if named else attribute.name


def condition_words(in_progress: int) -> str:
    """Return on what all values of testing of a table depend, in a sentence; empty where nothing is in progress."""
    condition = translate(given(in_progress))
    if not condition:
        return ""
    return QCoreApplication.translate("Adaptors", "All values of testing: {given}.").format(given=condition)

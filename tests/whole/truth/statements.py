"""What the program says of one state of a study, gathered from every door that says something."""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kgdesk.actions.audit_trail import audit
from kgdesk.cli import main
from kgdesk.model.advice.advice import advise
from kgdesk.model.insight.queries import status, suggestion
from kgdesk.model.insight.what_if_outcomes import comparison, what_if

if TYPE_CHECKING:
    from pathlib import Path

    from truth.worlds import Life

    from kgdesk.actions.audit_trail import Line
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.insight.what_if_outcomes import WhatIf
    from kgdesk.model.policies.suggestion import Suggestion


@dataclass
class Answers:
    """Answers of the program for one state.

    Parameters
    ----------
    advice
        Everything that is computed for it.
    suggestion, status
        What the command line prints as JSON.
    chosen
        What it says of candidates that a person chooses.
    futures
        Both futures of these, as What if shows them.
    trail
        The audit trail.
    printed
        What a command printed, by its words.
    """

    advice: Advice
    suggestion: dict[str, Any]
    status: dict[str, Any]
    chosen: dict[str, Suggestion]
    futures: dict[str, WhatIf]
    trail: tuple[Line, ...]
    compared: Any = None
    printed: dict[str, str] = field(default_factory=dict)


def gather(life: Life, *, whole: bool = True) -> Answers:
    """Ask for everything that is said of the present state.

    Parameters
    ----------
    life
        The study.
    whole
        Ask the commands as well, which work everything out once more.
    """
    study = life.study
    advice = advise(study)
    ids = study.pool.ids
    # The suggested one, one of few that are tried often, and one that may be out of stock.
    names = dict.fromkeys((advice.suggestion.candidate, ids[life.seed % 4], ids[-1]))
    away = [absence.candidate for absence in study.retired][:1]
    asked = list(dict.fromkeys((*names, *away)))
    answers = Answers(
        advice=advice,
        suggestion=suggestion(study),
        status=status(study),
        chosen={name: advice.about(name) for name in asked},
        futures={name: what_if(advice, name) for name in asked},
        trail=audit(study),
        compared=comparison(advice),
    )
    if whole:
        for verb in ("suggest", "status"):
            answers.printed[verb] = printed(verb, life.path)
    return answers


def printed(*given: str | Path) -> str:
    """Return what a command prints; it must not fail."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([str(word) for word in given])
    assert code == 0, err.getvalue()
    return out.getvalue()

"""Collect the statements of the program about one state of a study from all its interfaces."""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kgdesk.actions.audit_trail import audit
from kgdesk.cli import main
from kgdesk.model.advice.alternatives import comparison
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.queries import status, suggestion

if TYPE_CHECKING:
    from pathlib import Path

    from truth.worlds import Life

    from kgdesk.actions.audit_trail import Line
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.suggestion import Suggestion


@dataclass
class Answers:
    """Statements of the program about one state.

    Parameters
    ----------
    advice
        The computed advice.
    suggestion, status
        JSON output of the command line.
    chosen
        Explanations of candidates chosen by the user.
    trail
        The audit trail.
    printed
        Output of each command, by its arguments.
    """

    advice: Advice
    suggestion: dict[str, Any]
    status: dict[str, Any]
    chosen: dict[str, Suggestion]
    trail: tuple[Line, ...]
    compared: Any = None
    printed: dict[str, str] = field(default_factory=dict)


def gather(life: Life, *, whole: bool = True) -> Answers:
    """Collect all statements about the present state.

    Parameters
    ----------
    life
        The random study.
    whole
        Whether to run the commands as well, which compute everything again.
    """
    study = life.study
    advice = advise(study)
    ids = study.pool.ids
    # The suggested candidate, one of the few that are run often, and one that may be out of stock.
    names = dict.fromkeys((advice.next or advice.recommended.candidate, ids[life.seed % 4], ids[-1]))
    away = [absence.candidate for absence in study.retired][:1]
    asked = list(dict.fromkeys((*names, *away)))
    answers = Answers(
        advice=advice,
        suggestion=suggestion(study),
        status=status(study),
        chosen={name: advice.about(name) for name in asked},
        trail=audit(study),
        compared=comparison(advice),
    )
    if whole:
        for verb in ("suggest", "status"):
            answers.printed[verb] = printed(verb, life.path)
    return answers


def printed(*given: str | Path) -> str:
    """Return the output of a command, which must succeed."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([str(word) for word in given])
    assert code == 0, err.getvalue()
    return out.getvalue()

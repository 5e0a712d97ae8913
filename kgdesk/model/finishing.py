"""Finishing a study and opening it again: which facts these add, and which runs were in progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput, phrase
from kgdesk.model.deciding import checked_reason, must_be_open

if TYPE_CHECKING:
    from kgdesk.model.study import Study

    Fact = tuple[str, dict[str, Any]]

#: At most so many candidates are named in a sentence.
_NAMED = 12


def finish(study: Study, reason: str, *, with_open_runs: bool = False) -> tuple[Fact, ...]:
    """Return the facts that close the study.

    Parameters
    ----------
    with_open_runs
        Close it although runs are in progress: their outcomes cannot be recorded until it is reopened. The entry keeps
        the numbers of the entries that started them.

    Raises
    ------
    StudyClosed, BadInput
        It is closed already, no reason is given, or runs are in progress that `with_open_runs` does not admit.
    """
    must_be_open(study)
    reason = checked_reason(reason, phrase("Finishing a study"))
    if not study.pending:
        return (("finished", {"reason": reason}),)
    if not with_open_runs:
        raise BadInput(
            phrase(
                "The study has {running}. Record the outcome of each run first, as void if there is none, or finish "
                "the study with these runs open (--with-open-runs).",
                running=in_progress(study),
            )
        )
    return (("finished", {"reason": reason, "open_runs": [start.seq for start in study.pending]}),)


def reopen(study: Study, reason: str) -> tuple[Fact, ...]:
    """Return the facts that open a finished study again."""
    if study.closing is None:
        raise BadInput("This study is open already.")
    return (("reopened", {"reason": checked_reason(reason, phrase("Reopening a study"))}),)


def in_progress(study: Study) -> str:
    """Return how many runs are in progress and of which candidates; empty for none.

    A finished study takes neither starts nor outcomes: it has the runs in progress with which it was finished.
    """
    names = [start.candidate for start in study.pending]
    if not names:
        return ""
    if len(names) == 1:
        return phrase("1 run in progress ({name})", name=names[0])
    listed = ", ".join(names[:_NAMED])
    if len(names) > _NAMED:
        listed = phrase("{names} and {count} more", names=listed, count=len(names) - _NAMED)
    return phrase("{count} runs in progress ({names})", count=len(names), names=listed)

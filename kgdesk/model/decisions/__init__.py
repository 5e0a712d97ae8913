"""Decisions about a study, which return the facts to append: start, skip, exclude, take back; checks shared by all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from kgdesk.errors import BadInput, StudyClosed
from kgdesk.model.study.records import TAKEN_BACK
from kgdesk.plain_text import hidden_character
from kgdesk.text import phrase

if TYPE_CHECKING:
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.study.records import Absence, Run, Start
    from kgdesk.model.study.study import Study

    Fact = tuple[str, dict[str, Any]]


#: Where the user saw a suggestion: on the card of the window, or in the output of `kgdesk suggest` to which the entry
#: refers. Empty: unknown.
SeenOn = Literal["", "card", "answer"]


LONGEST_TEXT = 10_000


def must_be_open(study: Study) -> None:
    """Raise StudyClosed if a study is finished: it takes no outcome. The one place of this rule."""
    if study.closing is not None:
        raise StudyClosed(
            phrase(
                "This study was finished by {operator}: reopen it with a reason to record more runs.",
                operator=study.closing.operator,
            )
        )


def stripped(text: object) -> str:
    """Return a text without outer white space; empty for a value that is no text, which `checked_text` refuses."""
    return text.strip() if isinstance(text, str) else ""


def names_of(candidates: object) -> tuple[str, ...]:
    """Return one name or several as a tuple without repetitions.

    Raises
    ------
    BadInput
        They are neither a text nor a list of texts.
    """
    listed = (candidates,) if isinstance(candidates, str) else candidates
    if not isinstance(listed, Sequence) or not all(isinstance(one, str) for one in listed):
        raise BadInput(
            phrase(
                "Candidates are named by a text or a list of texts, not by {candidates}.",
                candidates=f"{candidates!r:.60}",
            )
        )
    return tuple(dict.fromkeys(listed))


def checked_text(text: str, what: str) -> str:
    """Return a text stripped of outer white space; raise BadInput if it is no text, or too long."""
    if not isinstance(text, str):
        raise BadInput(phrase("The {what} must be a text, not {value}.", what=what, value=f"{text!r:.60}"))
    if len(text) > LONGEST_TEXT:
        raise BadInput(
            phrase(
                "The {what} is longer than {longest_text} characters: shorten it.",
                what=what,
                longest_text=LONGEST_TEXT,
            )
        )
    text = text.replace("\r\n", "\n").strip()
    hidden = hidden_character(text, allowed="\n\t")
    if hidden:
        raise BadInput(
            phrase("The {what} holds the invisible character {sign}: delete it.", what=what, sign=hidden)
        )
    return text


def checked_reason(reason: str, what: str) -> str:
    """Return a reason, stripped; raise BadInput if it is empty."""
    reason = checked_text(reason, phrase("reason"))
    if not reason:
        raise BadInput(phrase("{what} needs a reason: say in a few words why.", what=what))
    return reason


def suggestion_made(advice: Advice, seen_on: SeenOn) -> tuple[str, dict[str, Any]]:
    """Return the fact that records a suggestion which the user followed."""
    return "suggestion_made", {**advice.as_facts(), **_seen(seen_on)}


def predicted(study: Study, candidate: str, advice: Advice | None, seen_on: SeenOn) -> dict[str, Any]:
    """Return the payload fields about the state before a run: the prediction, and the suggestion if there is one.

    The prediction is always that of the study's belief. Without an advice it is computed for this candidate alone,
    without a sweep.
    """
    if advice is None or advice.next is None:
        row = int(study.design.row_of[study.pool.row(candidate)])
        return {"probability_before": float(study.belief.predict(study.design.X[row : row + 1])[0])}
    return {
        "suggested": advice.next,
        "probability_before": advice.probability_of(candidate),
        **_seen(seen_on),
    }


def suggestion_acted_on(start: Start) -> dict[str, Any]:
    """Return the payload fields that a run copies from its start: run token, suggestion and prediction at that time."""
    fields: dict[str, Any] = {"start": start.seq}
    if start.run_token:
        fields["run_token"] = start.run_token
    if start.suggested:
        fields["suggested"] = start.suggested
    if start.seen_on:
        fields["shown"] = start.seen_on
    if start.probability_before is not None:
        fields["probability_before"] = start.probability_before
    return fields


def _seen(seen_on: SeenOn) -> dict[str, str]:
    return {"shown": seen_on} if seen_on else {}


def start(
    study: Study, candidate: str, *, reason: str = "", advice: Advice | None = None, seen_on: SeenOn = ""
) -> tuple[Fact, ...]:
    """Return the facts that start a run now; its outcome is recorded later.

    Any number of runs may be in progress, also several of one candidate where the study allows them, but no two of
    candidates in one exclusion group. A skipped candidate may be started, one that is out of stock or tried as often as
    the study allows may not. `advice` and `seen_on` are as in `record`.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        The run cannot start.
    """
    study.pool.row(candidate)
    must_be_open(study)
    if _named(study.retired, candidate):
        raise BadInput(
            phrase(
                "{candidate} is out of stock: include it again before you start a run with it.",
                candidate=candidate,
            )
        )
    refuse_tried(study, candidate, ())
    clash = study.groups.clash(candidate, [each.candidate for each in study.pending])
    if clash:
        raise BadInput(clash)
    facts: dict[str, Any] = {"candidate": candidate, **predicted(study, candidate, advice, seen_on)}
    if not isinstance(reason, str) or reason.strip():
        facts["reason"] = checked_text(reason, phrase("reason"))
    suggestion = [] if advice is None or advice.next is None else [suggestion_made(advice, seen_on)]
    return (*suggestion, ("experiment_started", facts))


def refuse_tried(study: Study, candidate: str, further: Sequence[str]) -> None:
    """Raise BadInput if a candidate has had the runs that the study allows, with `further` runs that are to start."""
    limit = study.tried.after(further)
    if limit.left(candidate):
        return
    raise BadInput(
        phrase(
            "{candidate} is tried as often as this study allows ({most}): if its sample was not used after all, "
            "correct that run to “not done”; if samples can be used again, change the setting for repeats.",
            candidate=candidate,
            most=limit.most,
        )
    )


def start_together(
    study: Study, picks: Sequence[Advice | str], *, reason: str = "", seen_on: SeenOn = ""
) -> tuple[Fact, ...]:
    """Return the facts that start several runs now; each pick is recorded as the suggestion of its run.

    Parameters
    ----------
    picks
        Advice of a batch, or names of candidates for runs without a suggestion.
    reason
        Why these; kept with each.
    seen_on
        As in `start`.

    Raises
    ------
    StudyClosed, BadInput
        One of the runs cannot start; then none is started.
    """
    running = [each.candidate for each in study.pending]
    facts: list[Fact] = []
    for pick in picks:
        advice, candidate = (None, pick) if isinstance(pick, str) else (pick, pick.suggestion.candidate)
        clash = study.groups.clash(candidate, running)
        if clash:
            raise BadInput(clash)
        refuse_tried(study, candidate, running[len(study.pending) :])
        facts += start(study, candidate, reason=reason, advice=advice, seen_on=seen_on)
        running.append(candidate)
    return tuple(facts)


def exclude(study: Study, candidates: str | Sequence[str], reason: str = "") -> tuple[Fact, ...]:
    """Return the facts that take candidates out of stock; recorded outcomes and runs in progress are not affected.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        One is out of stock already, or no candidate would be left.
    """
    names = _names(study, candidates)
    for candidate in names:
        if _named(study.retired, candidate):
            raise BadInput(phrase("{candidate} is out of stock already.", candidate=candidate))
    if len(study.retired) + len(names) == len(study.pool):
        raise BadInput(
            phrase(
                "{names} is the last candidate in stock: include another one first, or finish the study.",
                names=names[-1],
            )
        )
    text = checked_text(reason, phrase("reason"))
    return tuple(("candidate_retired", {"candidate": name, "reason": text}) for name in names)


def include(study: Study, candidates: str | Sequence[str], reason: str = "") -> tuple[Fact, ...]:
    """Return the facts that put candidates back in stock.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        One is in stock already.
    """
    names = _names(study, candidates)
    for candidate in names:
        if not _named(study.retired, candidate):
            raise BadInput(phrase("{candidate} is in stock already.", candidate=candidate))
    text = checked_text(reason, phrase("reason"))
    return tuple(("candidate_restored", {"candidate": name, "reason": text}) for name in names)


def _names(study: Study, candidates: str | Sequence[str]) -> tuple[str, ...]:
    """Return the distinct names; raise if there are none, one is unknown, or the study is finished."""
    names = names_of(candidates)
    if not names:
        raise BadInput("No candidate is named: choose at least one.")
    for name in names:
        study.pool.row(name)
    must_be_open(study)
    return names


def skip(study: Study, candidate: str, reason: str = "") -> tuple[Fact, ...]:
    """Return the facts that skip a candidate: it is not suggested before the next run is recorded.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        It is skipped or out of stock already, or no other candidate is left to suggest.
    """
    study.pool.row(candidate)
    must_be_open(study)
    if _named(study.retired, candidate):
        raise BadInput(
            phrase("{candidate} is out of stock: it is not suggested anyway.", candidate=candidate)
        )
    if _named(study.skipped, candidate):
        raise BadInput(
            phrase(
                "{candidate} is skipped already: it is suggested again after the next run.",
                candidate=candidate,
            )
        )
    if not study.tried.left(candidate):
        raise BadInput(phrase("{candidate} is tried: it is not suggested again anyway.", candidate=candidate))
    away = {absence.candidate for absence in (*study.retired, *study.skipped)}
    away |= {name for name in study.tried.used if not study.tried.left(name)}
    if len(away) + 1 == len(study.pool):
        raise BadInput(
            phrase(
                "{candidate} is the only candidate left to suggest: record a run or include another one.",
                candidate=candidate,
            )
        )
    return (
        ("suggestion_declined", {"candidate": candidate, "reason": checked_text(reason, phrase("reason"))}),
    )


def _named(absences: tuple[Absence, ...], candidate: str) -> bool:
    return any(absence.candidate == candidate for absence in absences)


def newest_entry(study: Study) -> Run:
    """Return the run whose entry can be taken back: the newest one that has not been taken back.

    Raises
    ------
    BadInput
        There is none, or the newest entry cannot be taken back; the message says why.
    """
    run = next((run for run in reversed(study.runs) if not run.taken_back), None)
    if run is None:
        raise BadInput("There is no entry to take back.")
    if run.imported:
        raise BadInput(
            phrase(
                "Run {run} was imported from a table, so it is not taken back: correct it in History if it is wrong.",
                run=run.number,
            )
        )
    if run.outcome == "void" and run.corrections:
        raise BadInput(
            phrase(
                "Run {run} was made void by a correction, so its entry is not taken back: correct it in History if "
                "that is wrong.",
                run=run.number,
            )
        )
    return run


def take_back(study: Study) -> tuple[Fact, ...]:
    """Return the facts that take back the newest entry, an outcome or a void; see `newest_entry`.

    Repeats that were recorded at once are one entry. A run in progress whose entry is taken back is in progress
    again.
    """
    must_be_open(study)
    newest = newest_entry(study)
    together = [run for run in entry_of(study, newest) if not run.taken_back]
    return tuple(_take_back_fact(run) for run in together if run.outcome != "void" or not run.corrections)


def entry_of(study: Study, run: Run) -> tuple[Run, ...]:
    """Return the runs that were recorded at once with a run, itself among them: their events follow each other."""
    first = run.seq - run.nth + 1
    return tuple(each for each in study.runs if first <= each.seq < first + run.of)


def _take_back_fact(run: Run) -> Fact:
    was = {"candidate": run.candidate, "outcome": run.outcome}
    now = {"candidate": run.candidate, "outcome": "void"}
    return ("outcome_voided", {"run": run.number, "old": was, "new": now, "reason": TAKEN_BACK})

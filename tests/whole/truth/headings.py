"""Expected headings about the next run and its candidate's earlier runs, on the card and the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truth.wording import Words, words

if TYPE_CHECKING:
    from truth.independent import Own
    from truth.replay import World

#: Maximum number of runs in progress that are named.
_NAMED = 12


def in_progress(world: World) -> Words | None:
    """Return the phrase with the number and candidates of the runs in progress; None if there are none."""
    names = world.running
    if not names:
        return None
    if len(names) == 1:
        return words("1 run in progress ({name})", name=names[0])
    listed: object = ", ".join(names[:_NAMED])
    if len(names) > _NAMED:
        listed = words("{names} and {count} more", names=listed, count=len(names) - _NAMED)
    return words("{count} runs in progress ({names})", count=len(names), names=listed)


def placed(own: Own, candidate: str) -> str:
    """Return a candidate with its location."""
    where = own.world.place(candidate)
    return f"{candidate} ({where})" if where else candidate


def history(own: Own, candidate: str) -> Words | None:
    """Return the phrase about a candidate's earlier runs; None if there are none."""
    runs, good = own.world.tried(candidate)
    order = list(own.world.starts)
    numbers = [
        1 + order.index(start.seq) for start in own.world.pending if start.facts["candidate"] == candidate
    ]
    done = words("{successes} of {outcomes} succeeded", successes=good, outcomes=runs) if runs else None
    running = None
    if len(numbers) == 1:
        running = words("start {number} is in progress", number=numbers[0])
    elif numbers:
        running = words("starts {numbers} are in progress", numbers=", ".join(map(str, numbers)))
    if done and running:
        return words("{done}; {running}", done=done, running=running)
    return done or running


def headline(own: Own, candidate: str) -> Words:
    """Return the next run with its candidate and the candidate's earlier runs."""
    before = history(own, candidate)
    named: object = candidate
    if before is not None:
        again = own.world.tried(candidate)[0] > 0
        template = "again {candidate} ({history})" if again else "{candidate} ({history})"
        named = words(template, candidate=candidate, history=before)
    start = (
        "Next: run {run} if recorded first, {candidate}."
        if own.world.running
        else "Next: run {run}, {candidate}."
    )
    return words(start, run=len(own.world.runs) + 1, candidate=named)


def heading(own: Own, candidate: str) -> Words:
    """Return the heading of the card: the number of the next run."""
    start = "Next: run {run} if recorded first" if own.world.running else "Next: run {run}"
    base, before = words(start, run=len(own.world.runs) + 1), history(own, candidate)
    if before is None:
        return base
    again = own.world.tried(candidate)[0] > 0
    return words("{run}, again ({history})" if again else "{run} ({history})", run=base, history=before)

"""Facts in the headings about the next run and its candidate's earlier runs, on the card and the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truth.facts import Facts
    from truth.independent import Own
    from truth.replay import World

#: Maximum number of runs in progress that are named.
_NAMED = 12


def in_progress(world: World) -> Facts:
    """Return the number and candidates of the runs in progress; nothing if there are none."""
    names = world.running
    if not names:
        return []
    more = [len(names) - _NAMED] if len(names) > _NAMED else []
    return [len(names), *names[:_NAMED], *more]


def placed(own: Own, candidate: str) -> Facts:
    """Return a candidate with its location."""
    return [candidate, *own.world.places(candidate).values()]


def history(own: Own, candidate: str) -> Facts:
    """Return the facts about a candidate's earlier runs; nothing if there are none."""
    runs, good = own.world.tried(candidate)
    numbers = [
        own.world.numbers[start.seq] for start in own.world.pending if start.facts["candidate"] == candidate
    ]
    return [*([good, runs] if runs else []), *numbers]


def heading(own: Own, candidate: str) -> Facts:
    """Return the facts in the heading of the card: the number of the next run, and the earlier runs."""
    return [own.world.next_number, *history(own, candidate)]

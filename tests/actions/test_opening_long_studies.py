"""Opening a long study leaves little work to Python's garbage collector."""

from __future__ import annotations

import gc

from kgdesk import actions


def test_the_entries_of_an_opened_study_are_old_at_once_and_no_small_collection_looks_through_them(
    session: actions.Session,
) -> None:
    candidate = session.study.pool.ids[0]
    session.append([("outcome_recorded", {"candidate": candidate, "outcome": "failure"})] * 2_000)
    with actions.open_study(session.path, actions.Operator("reader"), read_only=True) as read:
        young = {id(one) for level in (0, 1) for one in gc.get_objects(generation=level)}
        old = {id(one) for one in gc.get_objects(generation=2)}
        entries = [event for event in read.study.events if gc.is_tracked(event)]
        assert entries
        assert not any(id(event) in young for event in entries)
        assert all(id(event) in old for event in entries)
        assert gc.isenabled()

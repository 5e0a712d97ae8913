"""Entries that kgdesk would not write: they are set aside alike everywhere, or have an effect that can be shown."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from storekit import new_event

from kgdesk import actions
from kgdesk.actions.exporting import _runs_json, _sheets
from kgdesk.actions.verification import verify
from kgdesk.errors import BadInput
from kgdesk.model.advice.history import gains_of_recorded_suggestions
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.events import KINDS, Event, Head, NewEvent
from kgdesk.model.study.study import Study, fold
from kgdesk.model.study.trust import Trust
from kgdesk.reports.study_report import compose
from kgdesk.store.chain import events_of, row_of, seal, verify_chain

if TYPE_CHECKING:
    from collections.abc import Iterator

_RUN = {"candidate": "C-02", "outcome": "success"}
_CORRECTION = {
    "run": 1,
    "old": {**_RUN, "set": {"temperature": 21.0}},
    "new": {"candidate": "C-01", "outcome": "failure", "set": {"temperature": 22.0}},
    "reason": "typed wrongly",
}
_TABLE = {
    "ids": ["N-1"],
    "values": [[33.0], [0.25], ["water"]],
    "extras": {"well": ["H12"]},
    "source": {"file": "more.csv"},
}
#: A payload of each kind with most of its keys.
WHOLE: dict[str, dict[str, Any]] = {
    "study_created": {"name": "s", "settings": {"title": "t"}},
    "attributes_defined": {"attributes": []},
    "candidates_imported": {**_TABLE, "columns": []},
    "scaling_fixed": {"columns": [], "dropped": [], "raw": False},
    "candidate_retired": {"candidate": "C-05", "reason": "gone"},
    "candidate_restored": {"candidate": "C-05", "reason": "found"},
    "candidates_added": {**_TABLE, "reason": "more"},
    "settings_changed": {"setting": "budget", "old": 30, "new": 40, "reason": "more"},
    "suggestion_made": {
        "candidate": "C-02",
        "revision": 5,
        "policy": "kg",
        "seed": 0,
        "belief": "moments",
        "belief_digest": "0" * 64,
        "kg": 0.1,
        "probability": 0.5,
        "interval": [0.2, 0.8],
        "recommended": {"candidate": "C-02"},
        "top": [["C-02", 0.1]],
        "chooser_probability": 0.5,
        "open_runs": ["C-01"],
        "shown": "card",
    },
    "suggestion_declined": {"candidate": "C-02", "reason": "why"},
    "worklist_made": {
        "id": "W2",
        "name": "plate",
        "rows": 8,
        "columns": 12,
        "order": "rows",
        "snake": True,
        "seed": 1,
        "wells": [
            {"well": "A01", "holds": "candidate", "name": "C-02"},
            {"well": "A02", "holds": "control", "name": "blank", "expects": "failure"},
            {"well": "A03", "holds": "empty"},
        ],
        "template": {"separator": ","},
    },
    "experiment_started": {
        "candidate": "C-02",
        "reason": "why",
        "suggested": "C-03",
        "shown": "card",
        "probability_before": 0.5,
        "run_token": "token",
        "worklist": "",
        "well": "",
    },
    "results_read": {
        "file": "r.csv",
        "digest": "0" * 64,
        "rows": 3,
        "controls": [{"name": "blank", "well": "A02", "value": 0.1, "passed": True}],
        "empty": ["A03"],
        "worklist": "",
    },
    "outcome_recorded": {
        **_RUN,
        "note": "n",
        "reason": "r",
        "operator": "Kim",
        "recorded_at": "2026-11-20T14:02:31.000000Z",
        "happened_at": "2026-11-20T14:02:31.000000Z",
        "suggested": "C-03",
        "shown": "card",
        "probability_before": 0.5,
        "imported": False,
        "start": 6,
        "repeat": [1, 2],
        "corrected_from": "failure",
        "corrected_candidate": "C-04",
        "run_token": "",
    },
    "outcome_corrected": _CORRECTION,
    "outcome_voided": {**_CORRECTION, "new": {"candidate": "C-01", "outcome": "void"}},
    "block_set": {"column": "Lot", "level": "4711"},
    "block_corrected": {"run": 1, "column": "Lot", "old": "", "new": "4711", "reason": "r"},
    "note_added": {"text": "t", "run": 1},
    "finished": {"reason": "r", "open_runs": ["C-01"], "chosen": "C-02"},
    "reopened": {"reason": "r"},
    "exported": {"file": "f"},
    "imported_from": {"file": "f", "digest": "0" * 64, "outcomes": 3},
    "clock_anomaly": {"behind_seconds": 3.5},
}
_ODD: tuple[Any, ...] = (
    None, True, -1, 0, 3, 10**40, 1e308, -1e-308, "", "C-02", "x" * 5000, "\x1b[2J\u202e<img src=x>", "0001-01-01",
    [], [1], [[]], [None, None], [[None, None]], [1e308, -1e308], ["a", "b", "c"], {}, {"a": {"b": []}},
)  # fmt: skip


def altered(value: Any) -> Iterator[Any]:
    """Yield copies of a payload, or a part of one, in each of which one thing is missing, odd or added."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            shorter = deepcopy(value)
            del shorter[key]
            yield shorter
            for other in (*_ODD, *altered(value[key])):
                changed = deepcopy(value)
                changed[key] = other
                yield changed


def after(study: Study, *new: NewEvent) -> tuple[Event, ...]:
    """Return a study's events and further ones, chained."""
    return (*study.events, *events_of(seal(study.head, new)))


@pytest.fixture
def begun(session: actions.Session) -> Study:
    actions.record(session, "C-01", "success")
    actions.start(session, "C-02")
    return session.study


def shown(study: Study) -> str:
    """Show a study in every way that reads its entries."""
    advice = advise(study)
    lines = actions.audit(study)
    assert len(lines) == len(study.events)
    gains_of_recorded_suggestions(study)
    sheets = _sheets(study, advice.at(0.9), trust_of(study))
    return f"{_runs_json(study, trust_of(study))}{compose(advice, (), trust=trust_of(study))}{len(sheets)}{lines}"


def trust_of(study: Study) -> Trust:
    return Trust("not known here", study.head.seq, set_aside=study.set_aside)


def test_a_payload_of_each_kind_is_at_hand() -> None:
    assert set(WHOLE) == set(KINDS)


@pytest.mark.parametrize("kind", WHOLE)
def test_no_payload_stops_a_study(begun: Study, kind: str) -> None:
    """All alterations follow each other in one study, which is then shown."""
    news = [new_event(payload, kind=kind) for payload in [*altered(WHOLE[kind]), WHOLE[kind]]]
    events = after(begun, *news)
    assert verify_chain(events).problem is None
    study = fold(events)
    assert study.head.seq == len(events)
    assert study.set_aside or kind in {"exported", "clock_anomaly", "imported_from"}
    again = study_in_steps(events, len(begun.events))
    assert (again.set_aside, again.runs, again.settings, again.pool) == (
        study.set_aside,
        study.runs,
        study.settings,
        study.pool,
    )
    assert shown(study)


def study_in_steps(events: tuple[Event, ...], at: int) -> Study:
    """Return the study of a workstation that reads one entry after the other."""
    study = fold(events[:at])
    for event in events[at : at + 200]:
        study = study.applied([event])
    return study.applied(events[at + 200 :])


@pytest.mark.parametrize(
    "fields",
    [
        {"recorded_at_utc": "yesterday"},
        {"recorded_at_utc": "2026-02-30T12:00:00.000000Z"},
        {"recorded_at_utc": "0001-01-01T00:00:00.000000Z"},
        {"recorded_at_utc": "9999-12-31T23:59:59.999999Z", "utc_offset": "-12:00"},
        {"utc_offset": "east"},
        {"utc_offset": "+99:99"},
        {"actor": "\x1b[2J"},
        {"kind_version": 0},
        {"kind_version": -(2**31)},
    ],
)
def test_no_time_stops_a_study(begun: Study, who: actions.Operator, fields: dict[str, Any]) -> None:
    row = seal(begun.head, [new_event(_RUN)])[0]._replace(**fields)
    (event,) = events_of([row])
    study = begun.applied([event])
    assert shown(study)
    assert isinstance(who.clock_step(study.events), list)


def test_what_a_program_would_set_aside_is_refused_before_it_is_recorded(session: actions.Session) -> None:
    before = session.study.head
    for fact in (
        ("outcome_recorded", {"candidate": "nobody", "outcome": "success"}),
        ("suggestion_made", {"candidate": "C-01", "revision": 10**6}),
        ("note_added", {}),
    ):
        with pytest.raises(BadInput, match="does not make sense in this study, so nothing was recorded"):
            session.append([fact])
    assert session.study.head == before
    actions.note(session, "as usual")


def test_a_file_with_an_entry_without_sense_goes_on(session: actions.Session, who: actions.Operator) -> None:
    actions.record(session, "C-01", "success")
    path = session.path
    session.store.append_if_head(
        session.study.head,
        [new_event({}, kind="note_added"), new_event({"candidate": "nobody", "outcome": "success"})],
    )
    session.close()
    with actions.open_study(path, who) as again:
        assert [one.kind for one in again.study.set_aside] == ["note_added", "outcome_recorded"]
        actions.record(again, "C-02", "failure")
        assert len(again.study.as_of(2).set_aside) == 2
        assert json.loads(json.dumps(again.trust.as_json()))["set_aside"][0]["kind"] == "note_added"
    assert verify(path).problem is None


def test_the_text_of_an_unreadable_payload_is_kept(begun: Study) -> None:
    row = seal(begun.head, [new_event()])[0]._replace(payload='{ "a": 1}')
    (event,) = events_of([row])
    assert row_of(event) == row
    assert replace(begun, head=Head()).applied([event]).set_aside[0].problem.endswith("canonical JSON")

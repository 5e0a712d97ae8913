"""The state machine of outcome entry, without a window: every event in every state."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from kgdesk.ui.entry.state_machine import (
    Armed,
    ChosenCandidate,
    Details,
    Entry,
    EntryContext,
    Idle,
    Mismatch,
    Recorded,
    Running,
    SaveFailed,
    Saving,
)

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = EntryContext(candidates=3, operator="MK", revision=7, suggested="A")
READY = Entry(HERE)
ARMED = READY.arm("success", "t1")
SAVING = ARMED.confirm()[0]
RECORDED = SAVING.with_context(replace(HERE, revision=9, suggested=None)).saved(4)
MISMATCH = READY.scan("B", "B")
NOT_SAVED = SAVING.failed("The disk is full.")
WORKING = Entry(replace(HERE, suggested=None))
PREPARING = Entry(replace(HERE, suggested=None, preparing=True))
EMPTY = Entry(replace(HERE, candidates=0, suggested=None))
FINISHED = Entry(replace(HERE, finished=True))
READ_ONLY = Entry(replace(HERE, read_only="The folder cannot be written."))
RUNNING = (Running(5, "B"), Running(6, "B"), Running(7, "C"))
STATES = {
    "empty": EMPTY,
    "preparing": PREPARING,
    "working": WORKING,
    "ready": READY,
    "armed": ARMED,
    "saving": SAVING,
    "recorded": RECORDED,
    "mismatch": MISMATCH,
    "finished": FINISHED,
    "read_only": READ_ONLY,
    "not_saved": NOT_SAVED,
}
#: Every event with the next state for each state; in states that are not listed it has no effect.
EVENTS: dict[str, tuple[Callable[[Entry], Entry], dict[str, str]]] = {
    "arm the same": (lambda e: e.arm("success", "x"), {"ready": "armed"}),
    "arm the other": (lambda e: e.arm("failure", "x"), {"ready": "armed"}),
    "arm the start": (lambda e: e.arm("start", "x"), {"ready": "armed"}),
    "arm with details": (lambda e: e.arm("success", "x", Details("cloudy")), {"ready": "armed"}),
    "take up a run that is gone": (lambda e: e.take_up(99), {}),
    "take up a run": (
        lambda e: replace(e, situation=replace(e.situation, running=RUNNING)).take_up(5),
        dict.fromkeys(("preparing", "working", "armed", "mismatch", "recorded"), "ready"),
    ),
    "confirm": (lambda e: e.confirm()[0], {"armed": "saving", "not_saved": "saving"}),
    "void": (lambda e: e.void("spilt", "x")[0], {"ready": "saving", "armed": "saving"}),
    "cancel": (
        lambda e: e.cancel(),
        {"armed": "ready", "mismatch": "ready", "not_saved": "ready", "recorded": "working"},
    ),
    "typed": (lambda e: e.typed(), {"armed": "ready"}),
    "turned": (lambda e: e.turned(), {"armed": "ready", "mismatch": "ready"}),
    "scan the card's": (
        lambda e: e.scan("A", "A"),
        {"armed": "ready", "mismatch": "ready", "preparing": "mismatch", "working": "mismatch"}
        | {"recorded": "mismatch"},
    ),
    "scan another": (
        lambda e: e.scan("B", "B"),
        {"ready": "mismatch", "armed": "mismatch", "preparing": "mismatch", "working": "mismatch"}
        | {"recorded": "mismatch"},
    ),
    "scan nonsense": (
        lambda e: e.scan("?", None),
        {"armed": "ready", "mismatch": "ready", "recorded": "working"},
    ),
    "accept the scan": (lambda e: e.accept_scan(), {"mismatch": "ready"}),
    "choose": (
        lambda e: e.choose("C"),
        dict.fromkeys(("preparing", "working", "armed", "mismatch", "recorded"), "ready"),
    ),
    "back to the suggestion": (lambda e: e.unchoose(), {}),
    "saved": (lambda e: e.saved(4), {"saving": "recorded"}),
    "failed": (lambda e: e.failed("no"), {"saving": "not_saved"}),
    "refused": (
        lambda e: e.refused("no"),
        dict.fromkeys(("armed", "saving", "mismatch", "not_saved"), "ready") | {"recorded": "working"},
    ),
    "taken back": (
        lambda e: e.undone(4),
        dict.fromkeys(("armed", "saving", "mismatch", "not_saved"), "ready") | {"recorded": "working"},
    ),
    "new revision": (
        lambda e: e.with_context(replace(e.situation, revision=99, suggested=None)),
        dict.fromkeys(("ready", "armed", "mismatch", "recorded", "not_saved"), "working"),
    ),
    "new suggestion": (
        lambda e: e.with_context(replace(e.situation, suggested="C")),
        dict.fromkeys(("preparing", "working", "armed", "mismatch", "not_saved"), "ready"),
    ),
    "operator leaves": (
        lambda e: e.with_context(replace(e.situation, operator="")),
        {"armed": "ready", "mismatch": "ready", "not_saved": "ready"},
    ),
    "finished": (
        lambda e: e.with_context(replace(e.situation, finished=True)),
        dict.fromkeys(set(STATES) - {"read_only"}, "finished"),
    ),
    "read-only": (
        lambda e: e.with_context(replace(e.situation, read_only="Gone.")),
        dict.fromkeys(STATES, "read_only"),
    ),
    "nothing new": (lambda e: e.with_context(e.situation), {}),
}


@pytest.mark.parametrize("name", STATES)
def test_each_state_bears_its_name(name: str) -> None:
    assert STATES[name].state == name


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_leads_from_every_state_to_the_one_that_the_table_says(event: str) -> None:
    act, table = EVENTS[event]
    assert {before: act(state).state for before, state in STATES.items()} == {
        before: table.get(before, before) for before in STATES
    }


@pytest.mark.parametrize("event", EVENTS)
def test_only_confirm_and_void_ever_lead_to_writing(event: str) -> None:
    act, _ = EVENTS[event]
    written = {name for name, entry in STATES.items() if isinstance(act(entry).gesture, Saving)} - {"saving"}
    assert bool(written) == (event in {"confirm", "void"})


@pytest.mark.parametrize("before", [s for s in STATES if s not in {"armed", "not_saved"}])
def test_confirm_gives_nothing_to_write_unless_an_outcome_is_armed(before: str) -> None:
    entry, intent = STATES[before].confirm()
    assert intent is None
    assert entry == STATES[before]


def test_what_is_confirmed_is_what_was_armed() -> None:
    entry, intent = ARMED.confirm()
    assert intent is not None
    assert (intent.candidate, intent.outcome, intent.revision, intent.suggested, intent.token) == (
        "A", "success", 7, "A", "t1",
    )  # fmt: skip
    assert entry.gesture == Saving(intent)


def test_a_second_confirmation_writes_nothing() -> None:
    entry, first = ARMED.confirm()
    again, second = entry.confirm()
    assert first is not None
    assert second is None
    assert again == entry


def test_arming_the_same_outcome_twice_keeps_the_first_token() -> None:
    assert ARMED.arm("success", "t2") is ARMED


def test_arming_the_other_outcome_switches_and_takes_a_token_of_its_own() -> None:
    switched = ARMED.arm("failure", "t2")
    assert isinstance(switched.gesture, Armed)
    assert (switched.armed, switched.gesture.intent.token) == ("failure", "t2")


def test_a_retry_carries_the_token_of_the_first_try() -> None:
    _, intent = NOT_SAVED.confirm()
    assert intent is not None
    assert ARMED.confirm()[1] == intent
    assert NOT_SAVED.armed == "success"
    assert isinstance(NOT_SAVED.gesture, SaveFailed)
    assert NOT_SAVED.gesture.message == "The disk is full."


def test_nothing_can_be_armed_while_a_run_is_not_saved() -> None:
    assert not NOT_SAVED.can_arm
    assert NOT_SAVED.arm("failure", "t2") is NOT_SAVED


@pytest.mark.parametrize(
    "change", [{"revision": 8}, {"suggested": "C"}, {"suggested": None}, {"revision": 8, "suggested": "A"}]
)
def test_a_changed_suggestion_disarms_and_says_so(change: dict[str, object]) -> None:
    entry = ARMED.with_context(replace(HERE, **change))  # type: ignore[arg-type]
    assert entry.gesture == Idle("suggestion_changed")
    assert entry.confirm()[1] is None


def test_a_changed_operator_disarms_and_ends_the_choice() -> None:
    entry = READY.choose("B").arm("success", "t").with_context(replace(HERE, operator="AB"))
    assert entry.gesture == Idle("operator_changed")
    assert entry.choice is None
    assert entry.candidate == "A"


def test_the_study_moving_on_while_its_own_entry_is_written_is_no_change_of_mind() -> None:
    moved = SAVING.with_context(replace(HERE, revision=9, suggested=None))
    assert isinstance(moved.gesture, Saving)
    assert isinstance(RECORDED.gesture, Recorded)
    assert (RECORDED.gesture.run, RECORDED.gesture.revision) == (4, 9)


def test_what_was_recorded_stays_said_when_the_next_suggestion_arrives() -> None:
    entry = RECORDED.with_context(replace(HERE, revision=9, suggested="B"))
    assert entry.state == "recorded"
    assert entry.can_arm
    assert entry.arm("failure", "t2").state == "armed"


def test_the_suggestion_that_is_not_there_yet_cannot_be_armed() -> None:
    for entry in (WORKING, PREPARING, RECORDED):
        assert not entry.can_arm
        assert entry.arm("success", "x") is entry
        assert entry.void("spilt", "x") == (entry, None)


def test_a_candidate_that_a_person_chose_can_be_armed_while_the_model_is_behind() -> None:
    entry = WORKING.choose("C", "only one left").arm("failure", "t")
    _, intent = entry.confirm()
    assert intent is not None
    assert (intent.candidate, intent.suggested, intent.reason) == ("C", None, "only one left")


def test_the_suggestion_arriving_late_leaves_an_entry_for_a_chosen_candidate_as_it_was() -> None:
    armed = WORKING.choose("C").arm("failure", "t")
    entry = armed.with_context(HERE)
    assert entry.gesture == armed.gesture
    assert entry.candidate == "C"
    assert entry.with_context(replace(HERE, revision=8)).gesture == Idle("suggestion_changed")


def test_choosing_what_is_suggested_is_no_choice() -> None:
    assert READY.choose("B").choice == ChosenCandidate("B")
    assert READY.choose("B").choose("A").choice is None
    assert READY.choose("B").unchoose().candidate == "A"


def test_a_choice_ends_when_it_is_recorded() -> None:
    saving, _ = READY.choose("B").arm("success", "t").confirm()
    assert saving.saved(4).choice is None


def test_both_outcomes_are_off_until_a_mismatch_is_answered() -> None:
    assert isinstance(MISMATCH.gesture, Mismatch)
    assert not MISMATCH.can_arm
    assert MISMATCH.arm("success", "x") is MISMATCH
    assert MISMATCH.cancel().can_arm
    assert MISMATCH.cancel().candidate == "A"
    taken = MISMATCH.accept_scan()
    assert taken.can_arm
    assert (taken.candidate, taken.matched, taken.accepted, taken.armed) == ("B", False, True, None)
    again = taken.scan("B", "B")
    assert (again.candidate, again.matched, again.accepted) == ("B", False, True)
    assert not taken.unchoose().accepted
    assert not READY.choose("B").accepted


def test_the_tick_of_a_matching_scan_goes_with_its_candidate() -> None:
    matched = READY.scan("A", "A")
    assert matched.matched
    assert matched.arm("success", "t").matched
    assert matched.with_context(replace(HERE, revision=8)).matched
    assert not matched.with_context(replace(HERE, suggested="C")).matched
    assert not matched.choose("B").matched
    assert not matched.scan("?", None).matched


def test_an_unknown_code_is_named() -> None:
    assert READY.scan("X-9", None).gesture == Idle("unknown_code", "X-9")


@pytest.mark.parametrize("missing", [{"operator": "  "}, {"read_only": "No."}, {"finished": True}])
def test_without_operator_or_with_a_closed_study_nothing_can_be_armed_or_chosen(
    missing: dict[str, object],
) -> None:
    entry = Entry(replace(HERE, **missing))  # type: ignore[arg-type]
    assert not entry.can_arm
    assert entry.arm("success", "t") is entry
    assert entry.choose("B") is entry
    assert entry.scan("B", "B").gesture == Idle()


LAB = Entry(replace(HERE, running=RUNNING))


def test_a_run_in_progress_on_the_card_is_settled_by_its_own_number() -> None:
    entry, intent = LAB.take_up(6).arm("failure", "t").confirm()
    assert intent is not None
    assert (intent.candidate, intent.outcome, intent.start) == ("B", "failure", 6)
    assert entry.saved(4).choice is None


def test_a_run_in_progress_cannot_be_started_again_and_another_candidate_can() -> None:
    assert not LAB.take_up(6).can_start
    assert LAB.take_up(6).arm("start", "t") == LAB.take_up(6)
    assert LAB.can_start
    assert LAB.arm("start", "t").armed == "start"


def test_a_scan_of_a_run_in_progress_takes_the_oldest_of_its_candidate_up() -> None:
    entry = LAB.scan("B", "B")
    assert entry.state == "ready"
    assert entry.matched
    assert entry.choice == ChosenCandidate("B", "", 5)
    assert LAB.arm("success", "t").scan("C", "C").armed is None


def test_a_scan_of_the_suggested_candidate_stays_with_the_suggestion_although_a_run_of_it_is_open() -> None:
    entry = Entry(replace(HERE, running=(Running(5, "A"),))).scan("A", "A")
    assert entry.choice is None
    assert entry.matched


def test_a_run_that_ended_elsewhere_leaves_the_card_and_disarms() -> None:
    armed = LAB.take_up(6).arm("success", "t")
    gone = armed.with_context(replace(LAB.situation, revision=8, running=RUNNING[:1]))
    assert gone.choice is None
    assert gone.gesture == Idle("suggestion_changed")
    kept = LAB.take_up(6).with_context(replace(LAB.situation, revision=8))
    assert kept.choice == ChosenCandidate("B", "", 6)


def test_two_runs_of_one_candidate_are_told_apart() -> None:
    armed = LAB.take_up(5).arm("success", "t")
    other = replace(armed, choice=ChosenCandidate("B", "", 6)).with_context(LAB.situation)
    assert other.gesture == Idle("suggestion_changed")
    assert LAB.take_up(5).take_up(6).choice == ChosenCandidate("B", "", 6)


def test_a_start_that_was_written_ends_the_choice_and_says_so() -> None:
    saving, intent = READY.choose("B").arm("start", "t").confirm()
    assert intent is not None
    started = saving.with_notice("started", "B")
    assert started.choice is None
    assert started.gesture == Idle("started", "B")


def test_details_armed_after_the_bare_outcome_replace_it_with_a_token_of_their_own() -> None:
    entry = ARMED.arm("success", "t2", Details("cloudy", count=(3, 5)))
    assert isinstance(entry.gesture, Armed)
    intent = entry.gesture.intent
    assert (intent.token, intent.details) == ("t2", Details("cloudy", count=(3, 5)))

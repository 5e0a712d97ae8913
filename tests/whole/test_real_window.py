"""The task scripts with real keys and mouse: the program in a process of its own on a virtual X screen."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from screenkit import Running, Screen, missing, until

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kgdesk.model.study.study import Study

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        sys.platform != "linux" or bool(missing()),
        reason=f"A real window needs an X server and hands; this computer lacks: {', '.join(missing())}.",
    ),
]


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    made = Screen()
    yield made
    made.close()


@pytest.fixture
def start(screen: Screen, tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Yield a function that starts the program; processes still running are killed afterwards."""
    running: list[Running] = []

    def begin(*words: str | Path) -> Running:
        running.append(Running(screen, tmp_path / "person", *map(str, words)))
        return running[-1]

    yield begin
    for one in running:
        if one.process.poll() is None:
            one.kill()


@pytest.fixture
def study_path(tmp_path: Path, table_path: Path, who: actions.Operator) -> Path:
    """Return a closed study with six of forty runs recorded."""
    table = read_pool(table_path, id="code", categories=["solvent"], extras=["well"])
    path = tmp_path / "screen.kgstudy"
    with actions.create_study(path, table, Settings(title="screen", budget=40), who) as made:
        for run, outcome in enumerate(("failure", "success", "failure", "failure", "success", "failure")):
            actions.record(made, table.pool.ids[2 * run], outcome)
    return path


@pytest.fixture
def lab(start: Callable[..., Running], study_path: Path) -> Running:
    """Start the program on the study, and wait for the suggestion on the card."""
    made = start("open", study_path, "--by", "MK")
    made.wait_window("screen – kgdesk", "entry.success", "entry.failure")
    return made


def read(path: Path) -> Study:
    with actions.open_study(path, actions.Operator("reader"), read_only=True) as found:
        return found.study


def suggested(path: Path, after: int | None = None) -> str:
    """Return the candidate that the study suggests, now or after a number of runs."""
    study = read(path)
    return advise(study if after is None else study.as_of(after)).suggestion.candidate


def another(path: Path) -> str:
    """Return a candidate that the study does not suggest."""
    return next(name for name in read(path).pool.ids if name != suggested(path))


def recorded(path: Path, runs: int) -> None:
    """Wait until the file contains exactly this number of runs."""
    until(lambda: len(read(path).runs) >= runs, lambda: f"{len(read(path).runs)} of {runs} runs in the file")
    assert len(read(path).runs) == runs


# Recording an outcome.


@pytest.mark.nightly
def test_two_keys_record_an_outcome_that_a_power_cut_does_not_take_away(
    lab: Running, study_path: Path, start: Callable[..., Running]
) -> None:
    before = read(study_path).revision
    lab.key("F8", "Return")
    recorded(study_path, 7)
    assert lab.keys == 2
    lab.kill()
    written = [event.kind for event in read(study_path).events[before:]]
    assert written == ["suggestion_made", "outcome_recorded"]
    last = read(study_path).runs[-1]
    assert (last.outcome, last.operator, last.suggested) == ("success", "MK", last.candidate)
    assert actions.verify(study_path).problem is None
    again = start("open", study_path, "--by", "MK")
    again.wait_window("screen – kgdesk", "entry.success")
    again.key("F9", "Return")
    recorded(study_path, 8)
    again.quit()


@pytest.mark.nightly
def test_two_clicks_record_an_outcome(lab: Running, study_path: Path) -> None:
    lab.click("entry.failure")
    lab.click("entry.record")
    recorded(study_path, 7)
    assert lab.clicks == 2
    assert read(study_path).runs[-1].outcome == "failure"
    lab.quit()


@pytest.mark.nightly
@pytest.mark.parametrize(
    "slip", ["escape", "scan", "the card's own code", "one click", "double click", "letter", "hold"]
)
def test_what_is_no_deliberate_second_step_records_nothing(lab: Running, study_path: Path, slip: str) -> None:
    ready = {"entry.success", "entry.failure"}
    before = read(study_path).revision
    if slip == "escape":
        lab.key("F8", "Escape", "Return")
    elif slip == "scan":
        lab.key("F8")
        lab.scan(another(study_path))
        lab.wait(lambda s: "entry.recordScanned" in s["places"])
        lab.key("Escape")
    elif slip == "the card's own code":
        lab.key("F8")
        lab.scan(suggested(study_path))
        lab.wait(lambda s: "entry.matches" in s["places"])
    elif slip == "one click":
        lab.click("entry.success")
        lab.wait(lambda s: "entry.record" in s["places"])
        lab.key("Escape")
    elif slip == "double click":
        lab.click("entry.success", times=2)
        lab.wait(lambda s: "entry.record" in s["places"])
        lab.key("Escape")
    elif slip == "letter":
        lab.key("F8", "a", "Return", "Escape", "ctrl+a", "BackSpace")
    else:
        lab._screen.do("keydown", "F8", "sleep", "1", "keyup", "F8")
        lab.wait(lambda s: "entry.record" in s["places"])
        lab.key("Escape")
    lab.wait(lambda s: "entry.record" not in s["places"] and ready <= set(s["places"]))
    lab.key("F9", "Return", "Return", "Return")  # one run, however often Enter follows
    recorded(study_path, 7)
    assert read(study_path).runs[-1].outcome == "failure"
    lab.quit()
    recorded(study_path, 7)
    kinds = [event.kind for event in read(study_path).events[before:]]
    assert kinds.count("outcome_recorded") == 1
    assert set(kinds) == {"suggestion_made", "outcome_recorded"}


@pytest.mark.nightly
def test_a_scan_in_the_timeline_opens_no_run_and_is_caught_by_the_entry(
    lab: Running, study_path: Path
) -> None:
    lab.key("alt+4")
    lab.wait(lambda s: s["focus"] == "history.table")
    lab.scan(another(study_path))
    lab.wait(lambda s: "entry.recordScanned" in s["places"])
    assert "orrect" not in lab.seen["window"]
    lab.key("Escape", "F8", "Return")
    recorded(study_path, 7)
    assert read(study_path).runs[-1].candidate == suggested(study_path, 6)
    lab.quit()


@pytest.mark.nightly
def test_the_last_entry_is_taken_back_by_one_key_and_stays_in_the_record(
    lab: Running, study_path: Path
) -> None:
    lab.key("F8", "Return")
    recorded(study_path, 7)
    lab.wait(lambda s: "entry.takeBack" in s["places"])
    lab.key("ctrl+z")
    assert lab.keys == 3
    until(lambda: read(study_path).runs[-1].taken_back, lambda: "run 7 is not taken back")
    run = read(study_path).runs[-1]
    assert (run.number, run.corrections[0].old_outcome) == (7, "success")
    assert actions.verify(study_path).problem is None
    lab.quit()


# Creating a study from a table.


def name_the_table(lab: Running, path: Path) -> None:
    lab.type(str(path))
    lab.wait(lambda s: s["written"] == str(path))
    lab.key("Return")


@pytest.mark.nightly
def test_four_keys_and_a_path_make_a_study_of_a_table(
    start: Callable[..., Running], study_path: Path, table_path: Path
) -> None:
    lab = start("open", study_path, "--by", "MK")
    lab.wait_window("screen – kgdesk", "entry.success")
    lab.key("ctrl+n")
    lab.wait(lambda s: s["focus"] == "wizard.path")
    name_the_table(lab, table_path)
    for button in ("wizard.next", "wizard.create"):
        lab.wait(lambda s, b=button: s["focus"] == b)
        lab.key("Return")
    lab.wait(lambda s: "candidates – kgdesk" in s["window"] and "entry.success" in s["places"])
    assert lab.keys == 4
    (made,) = lab.folder.rglob("candidates.kgstudy")
    assert len(read(made).pool) == 12
    assert read(made).events[0].new.actor == "MK"
    lab.key("F8", "Return")
    recorded(made, 1)
    lab.quit()


@pytest.mark.nightly
def test_clicks_lead_through_the_new_study_too(lab: Running, table_path: Path) -> None:
    lab.click("Study")
    lab.click("study.new")
    lab.wait(lambda s: s["focus"] == "wizard.path")
    name_the_table(lab, table_path)
    clicks = lab.clicks
    for button in ("wizard.next", "wizard.create"):
        lab.wait(lambda s, b=button: b in s["places"])
        lab.click(button)
    assert lab.clicks - clicks == 2
    lab.wait(lambda s: "candidates – kgdesk" in s["window"])
    lab.quit()


# Exporting the runs.


def exported(study_path: Path, tmp_path: Path) -> bytes:
    """Return the runs as exported by the program."""
    with actions.open_study(study_path, actions.Operator("reader"), read_only=True) as found:
        return actions.export(found, tmp_path / "expected.csv").read_bytes()


@pytest.mark.nightly
@pytest.mark.parametrize("by", ["keys", "clicks"])
def test_the_runs_are_exported_by_two_keys_or_three_clicks(
    lab: Running, study_path: Path, tmp_path: Path, by: str
) -> None:
    if by == "keys":
        lab.key("ctrl+e")
        lab.wait(lambda s: "export.save" in s["places"] and "xport" in s["window"])
        lab.key("Return")
        assert lab.keys == 2
    else:
        lab.click("Study")
        lab.click("study.export")
        lab.click("export.save")
        assert lab.clicks == 3
    lab.wait(lambda s: "export.save" not in s["places"] and "entry.success" in s["places"])
    assert study_path.with_suffix(".csv").read_bytes() == exported(study_path, tmp_path)
    lab.quit()


# Correcting yesterday's entry.


def is_corrected(path: Path) -> None:
    until(lambda: read(path).run(5).outcome == "failure", lambda: "run 5 is as it was")
    run = read(path).run(5)
    assert run.corrections[0].old_outcome == "success"
    assert run.corrections[0].reason
    assert actions.verify(path).problem is None


@pytest.mark.nightly
def test_an_entry_is_corrected_by_nine_keys_at_most(lab: Running, study_path: Path) -> None:
    lab.key("alt+4")
    lab.wait(lambda s: s["focus"] == "history.table")
    lab.key("Down", "Return")
    lab.wait(lambda s: "correct.reason" in s["places"] and "orrect" in s["window"])
    lab.key("alt+f", "alt+r", "t", "ctrl+Return")
    is_corrected(study_path)
    assert lab.keys <= 9
    lab.quit()


@pytest.mark.nightly
def test_an_entry_is_corrected_by_six_clicks_at_most(lab: Running, study_path: Path) -> None:
    lab.click("tabs/3")
    lab.click("history.table/1")
    for part in ("history.correct", "correct.outcome.failure", "correct.reason/0", "correct.save"):
        lab.click(part)
    is_corrected(study_path)
    assert lab.clicks <= 6
    lab.quit()


# Starting twice.


@pytest.mark.nightly
def test_a_second_start_hands_its_study_to_the_window_that_is_open_and_ends(
    start: Callable[..., Running], study_path: Path, tmp_path: Path, table_path: Path, who: actions.Operator
) -> None:
    table = read_pool(table_path, id="code", categories=["solvent"], extras=["well"])
    other = tmp_path / "other.kgstudy"
    actions.create_study(other, table, Settings(title="other"), who).close()
    first = start("open", study_path, "--by", "MK")
    first.wait_window("screen – kgdesk", "entry.success")
    second = start("open", other, "--by", "JB")
    until(lambda: second.process.poll() is not None, second.said.read_text)
    assert second.process.returncode == 0
    first.wait_window("other – kgdesk", "entry.success")
    with actions.open_study(study_path, who) as free:  # it was let go
        assert free.read_only_reason is None
    first.key("F8", "Return")
    recorded(other, 1)
    assert read(other).runs[0].operator == "JB"
    first.quit()
    third = start("open", other, "--by", "MK")  # whoever quits leaves the next start to itself
    third.wait_window("other – kgdesk", "entry.success")
    third.quit()

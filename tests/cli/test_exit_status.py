"""Exit statuses and JSON tell a program what a person reads: done, refused, busy or away, a bug, kept in the outbox."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1] / "store"))

import pytest
from pgserver import Server, missing

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.model.study.settings import Settings
from kgdesk.store import SqliteStore, lock, sqlite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from answering import Answer

    Call = Callable[..., Answer]


def test_every_answer_in_json_names_the_version_of_its_form(kgdesk: Call, study: Path) -> None:
    for words in (("suggest", study), ("status", study), ("verify", study), ("backup", study, "--list")):
        answer = kgdesk(*words, "--json")
        assert answer.code == 0, answer.err
        assert answer.json["schema"] == 1


def test_a_refusal_is_one_object_with_code_and_message_and_the_same_sentence_on_standard_error(
    kgdesk: Call, study: Path
) -> None:
    answer = kgdesk("suggest", study, "--count", "1537", "--json")
    assert answer.code == 1
    assert set(answer.json) == {"schema", "error"}
    assert answer.json["error"] == {"code": "KD-110", "message": answer.err.strip()}
    plain = kgdesk("suggest", study, "--count", "1537")
    assert (plain.out, plain.err) == ("", answer.err)


@pytest.mark.parametrize("count", ["0", "four"])
def test_wrong_usage_is_one_line_with_the_usage_in_another_and_an_object_in_json(
    kgdesk: Call, study: Path, count: str
) -> None:
    answer = kgdesk("suggest", study, "--count", count, "--json")
    assert answer.code == 2
    problem, usage = answer.err.splitlines()
    assert answer.json["error"] == {"code": "KD-110", "message": problem}
    assert problem.startswith("kgdesk suggest: argument --count: ")
    assert usage == "Usage: kgdesk suggest [options] STUDY. See kgdesk suggest --help."
    plain = kgdesk("suggest", study, "--count", count)
    assert (plain.out, plain.err) == ("", answer.err)


def test_a_study_that_another_program_writes_to_is_busy(
    kgdesk: Call, study: Path, who: actions.Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (lock, sqlite):
        monkeypatch.setattr(module, "LOCK_S", 0.1)
    with lock.WriterLock(study).for_append(who.writer()):
        answer = kgdesk("record", study, "C-01", "success")
        assert answer.code == 3
        assert "is open" in answer.err
    assert kgdesk("record", study, "C-01", "success").code == 0


def test_an_append_that_does_not_get_the_lock_in_time_is_busy_and_keeps_nothing(
    kgdesk: Call, study: Path, who: actions.Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = SqliteStore.append_if_head

    def beside(store: SqliteStore, *given: Any) -> Any:
        with lock.WriterLock(study).for_append(who.writer()):
            return right(store, *given)

    monkeypatch.setattr(lock, "LOCK_S", 0.1)
    monkeypatch.setattr(SqliteStore, "append_if_head", beside)
    answer = kgdesk("record", study, "C-01", "success")
    assert answer.code == 3
    assert "Nothing was recorded." in answer.err
    monkeypatch.undo()
    assert actions.verify(study).problem is None
    with actions.open_study(study, who, read_only=True) as session:
        assert session.study.runs == ()


@pytest.mark.parametrize(
    "words", [("exclude", "C-03"), ("set", "--budget", "40", "--reason", "more came"), ("start", "C-02")]
)
def test_an_entry_whose_study_another_program_has_changed_meanwhile_can_be_tried_again(
    kgdesk: Call, study: Path, who: actions.Operator, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    verb, *rest = words
    right = SqliteStore.append_if_head

    def overtaken(store: SqliteStore, *given: Any) -> Any:
        monkeypatch.setattr(SqliteStore, "append_if_head", right)
        with actions.open_study(study, who) as other:
            actions.record(other, "C-01", "success")
        return right(store, *given)

    monkeypatch.setattr(SqliteStore, "append_if_head", overtaken)
    answer = kgdesk(verb, study, *rest, "--json")
    assert answer.code == 3
    assert answer.json["error"]["code"] == "KD-206"
    assert "Nothing was recorded" in answer.err
    with actions.open_study(study, who, read_only=True) as session:
        assert [event.kind for event in session.study.events][-1] == "outcome_recorded"
    assert kgdesk(verb, study, *rest).code == 0


def test_a_past_revision_is_refused_since_the_same_command_would_never_succeed(
    kgdesk: Call, study: Path
) -> None:
    revision = kgdesk("suggest", study, "--json").json["revision"]
    assert kgdesk("record", study, "C-01", "success").code == 0
    answer = kgdesk("record", study, "C-02", "success", "--revision", revision, "--json")
    assert (answer.code, answer.json["error"]["code"]) == (1, "KD-206")


def test_a_bug_of_the_program_has_a_status_of_its_own(
    kgdesk: Call, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(actions, "open_study", broken)
    answer = kgdesk("status", study, "--json")
    assert answer.code == 70
    assert answer.json["error"]["code"] == "KD-400"


@pytest.fixture
def server() -> Iterator[Server]:
    why = missing()
    if why:
        pytest.skip(why)
    made = Server()
    yield made
    made.remove()


def test_an_outcome_that_waits_in_the_outbox_is_done_and_said_to_be_kept_here(
    kgdesk: Call, server: Server, who: actions.Operator, table_path: Path
) -> None:
    assert kgdesk("server", "init", server.address()).code == 0
    server.sql("CREATE ROLE kim LOGIN IN ROLE kgdesk_lab")
    place = server.address("kim", "screen")
    table = read_pool(table_path, id="code", categories=["solvent"], ignore=["well"])
    actions.create_study(place, table, Settings(), who).close()
    server.stop()
    try:
        answer = kgdesk("record", place, "C-01", "success", "--token", "one")
        assert answer.code == 0
        assert answer.out.splitlines()[0] == "Run 1 recorded: success for C-01."
        assert "1 entry kept here, not yet on the server" in answer.out
        assert "kept here" in kgdesk("record", place, "C-01", "success", "--token", "one").out
        away = kgdesk("start", place, "C-02")
        assert (away.code, away.out) == (3, "")
    finally:
        server.start()
    assert "kept here" not in kgdesk("record", place, "C-03", "failure").out
    assert json.loads(kgdesk("status", place, "--json").out)["outcomes"] == 2


#: A process whose command prints, leaves something to do at exit and an object behind, and returns 3.
_COMMAND = """
import atexit, sys
from kgdesk.cli import process

class Left:
    def __del__(self):
        print("freed")

def main():
    global left
    left = Left()
    atexit.register(print, "closed")
    print("said")
    return 3

process.main = main
"""


def ended(*lines: str, **streams: Any) -> tuple[int, list[str], str]:
    """Return the status, the lines and the errors of a process that runs the command of `_COMMAND`."""
    words = [sys.executable, "-c", "\n".join([_COMMAND, *lines, "process.program()"])]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(words, env=buffered, text=True, check=False, **({"capture_output": True} | streams))
    return done.returncode, (done.stdout or "").splitlines(), done.stderr


def test_a_process_ends_with_its_status_after_all_that_is_done_at_exit_and_frees_nothing_one_by_one() -> None:
    assert ended() == (3, ["said", "closed"], "")


@pytest.mark.parametrize(
    ("line", "status"),
    [("sys.modules['PySide6'] = sys", 3), ("process.main = lambda: main() / 0", 1)],
    ids=["has loaded Qt", "has a bug"],
)
def test_a_process_ends_as_usual_if_it(line: str, status: int) -> None:
    code, lines, _ = ended(line)
    assert (code, lines) == (status, ["said", "closed", "freed"])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_process_whose_last_words_cannot_be_written_fails() -> None:
    with Path("/dev/full").open("w") as full:
        code, _, error = ended(stdout=full, stderr=subprocess.PIPE, capture_output=False)
    assert code == 120
    assert os.strerror(28) in error

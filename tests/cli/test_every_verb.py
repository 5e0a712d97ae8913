"""Every command that writes: killed, without output, or on a full disk, its exit status and output match the disk.

By day one write of some commands is tested; nightly each write of each of them.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from seldom import daily
from verbs import MORE, OTHERS, WRITES

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.actions.worklists import Layout, parse_controls, worklist_text
from kgdesk.cli.parser import build
from kgdesk.errors import StoreError
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="children are forked")

#: Whether a test covers each write of its command.
EVERY_WRITE = pytest.mark.parametrize(
    "every", [False, pytest.param(True, marks=pytest.mark.nightly)], ids=["some writes", "every write"]
)
KIM = actions.Operator("Kim", "LAB-PC-2")


def entries(place: Path) -> list[str]:
    """Return the kinds of the events of a study; empty if there is no study."""
    if not place.exists():
        return []
    with actions.open_study(place, KIM, read_only=True) as session:
        return [event.kind for event in session.study.events]


def there(place: Path) -> list[str]:
    """Return a marker if a file exists and is valid; a study of that name must open."""
    return ["saved"] if place.exists() and place.stat().st_size else []


@dataclass(frozen=True)
class Verb:
    """Command that writes.

    Parameters
    ----------
    words
        Arguments after the study.
    adds
        What `look` returns in addition when it is done.
    look
        Returns the state on disk of `path` in the folder of the case.
    path
        File that it writes.
    once
        Whether it takes a gesture token.
    """

    words: tuple[str, ...]
    adds: tuple[str, ...]
    look: Callable[[Path], list[str]] = entries
    path: str = "s.kgstudy"
    study: str = "s.kgstudy"
    once: bool = True


FOUNDING = ("study_created", "attributes_defined", "candidates_imported", "scaling_fixed")
VERBS: dict[str, Verb] = {
    **{name: Verb(tuple(words), tuple(kinds)) for name, (words, kinds) in WRITES.items()},
    "new": Verb(
        ("--candidates", "table.csv", "--id", "code", "--category", "solvent", "--ignore", "well"),
        FOUNDING,
        path="made.kgstudy",
        study="made.kgstudy",
        once=False,
    ),
    "export": Verb(("out.csv",), ("saved",), there, "out.csv", once=False),
    "audit": Verb(("out.csv",), ("saved",), there, "out.csv", once=False),
}
#: Further forms of some commands, under other names: their output depends on the arguments.
VERBS["import an archive"] = Verb(("a.zip",), (), path="made.kgstudy", study="made.kgstudy", once=False)
VERBS["record a file"] = Verb(("--from", "past.csv", "--past"), ("results_read", "outcome_recorded"))
VERBS["record a plate"] = Verb(("--from", "plate.csv"), ("results_read", *4 * ("outcome_recorded",)))
VERBS["restore"] = Verb(("--from", "copy.kgstudy"), (), path="lost.kgstudy", study="lost.kgstudy", once=False)
#: Commands that write no study, need a screen, a server or hours, or write files by the same function as `export` and
#: `audit`.
ELSEWHERE = {
    "demo", "open", "suggest", "status", "verify", "selftest", "report", "rehearse", "paper", "calibrate", "backup",
    "server", "sheet", "labels", "sample", "predict", "candidates", "help", "outbox",
    "version", "completion",
}  # fmt: skip


#: Verbs of which each writes in another way: one entry, several, a study, a file, an archive, a backup.
BY_DAY = daily(VERBS, "record", "record a plate", "new", "export", "import an archive", "restore")


def test_a_new_verb_is_tried_here_as_well() -> None:
    (commands,) = (a for a in build()._actions if isinstance(a, argparse._SubParsersAction))
    assert set(commands.choices) <= {name.split()[0] for name in VERBS} | ELSEWHERE
    assert ELSEWHERE <= OTHERS


@dataclass
class Done:
    """Result of a child process."""

    code: int
    out: str
    err: str
    writes: int


class Runner:
    """Run commands in children of a process in which the program is loaded."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._cases = 0
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("verb_runner.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def case(self, template: Path) -> Path:
        """Return a folder with a copy of everything that a command needs."""
        self._cases += 1
        return Path(shutil.copytree(template, self._folder / f"case {self._cases}"))

    def __call__(self, folder: Path, words: tuple[str, ...], **more: Any) -> Done:
        out, err, count = (folder.parent / f"{folder.name}.{end}" for end in ("out", "err", "count"))
        for path in (out, err, count):
            path.unlink(missing_ok=True)
        env = {"KGDESK_DATA": str(folder / "own"), "KGDESK_OPERATOR": "Kim", "KGDESK_TRACEBACK": ""}
        job = {"stdout": str(out), "stderr": str(err), "folder": str(folder), "words": words, "env": env}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({**job, "count": str(count), **more}) + "\n")
        self._process.stdin.flush()
        code = int(self._process.stdout.readline())
        fault = count.with_suffix(".fault")
        assert not fault.exists(), fault.read_text("utf-8")
        read = [path.read_text(more.get("encoding", "utf-8")) if path.exists() else "" for path in (out, err)]
        return Done(code, *read, int(count.read_text("utf-8")) if count.exists() else 0)

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    made = Runner(tmp_path_factory.mktemp("verbs"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return a folder for each state of a study that a command needs."""
    made: dict[str, Path] = {}
    for state in ("open", "plate", "started", "finished", "taken back", "in lots"):
        folder = tmp_path_factory.mktemp(state)
        rows = [
            f"C-{n:02d},{20 + n * 7 % 11},{n * 5 % 7 / 7:.3f},{'wa' if n % 2 else 'et'},A{n}"
            for n in range(1, 13)
        ]
        table = folder / "table.csv"
        table.write_text("\n".join(["code,temperature,ratio,solvent,well", *rows]) + "\n", encoding="utf-8")
        (folder / "past.csv").write_text("candidate,outcome\nC-05,failure\n", encoding="utf-8")
        (folder / "more.csv").write_text(MORE.replace("SOLVENT", "wa"), encoding="utf-8")
        read = read_pool(table, id="code", categories=["solvent"], extras=["well"])
        with actions.create_study(folder / "s.kgstudy", read, Settings(barcode="well"), KIM) as session:
            actions.record(session, "C-02", "success")
            actions.exclude(session, "C-12")
            if state == "plate":
                (folder / "taken.csv").write_text("candidate,outcome\nC-06,failure\n", encoding="utf-8")
                actions.import_outcomes(session, folder / "taken.csv")
                actions.make_worklist(session, actions.plan_worklist(session.study, candidates=["C-07"]))
            elif state == "started":
                layout = Layout(controls=parse_controls("DMSO:failure=H12", Settings()))
                names = ["C-07", "C-08", "C-09", "C-10"]
                plan = actions.plan_worklist(session.study, candidates=names, layout=layout)
                change = actions.make_worklist(session, plan)
                filled = worklist_text(change.study, "W1").replace(",,\r\n", ",no,\r\n")
                (folder / "plate.csv").write_text(filled, encoding="utf-8")
            elif state == "taken back":
                actions.take_back(session)
            elif state == "in lots":
                actions.change_settings(session, {"blocks": "Lot"}, "the lots differ")
            elif state != "open":
                actions.finish(session, "enough")
            actions.export(session, folder / "a.zip")
        shutil.copy(folder / "s.kgstudy", folder / "copy.kgstudy")
        made[state] = folder
    return made


class Case:
    """One command in a folder of its own."""

    def __init__(self, name: str, runner: Runner, templates: dict[str, Path]) -> None:
        state = {
            "void-rest": "plate",
            "take-back": "plate",
            "reopen": "finished",
            "redo": "taken back",
            "block": "in lots",
        }
        state["record a plate"] = "started"
        self.verb, self._runner = VERBS[name], runner
        self._folder = runner.case(templates[state.get(name, "open")])
        self.words: tuple[str, ...] = (name.split(maxsplit=1)[0], self.verb.study, *self.verb.words)
        if self.verb.once:
            self.words = (*self.words, "--token", "T")
        self.before = self.verb.look(self._folder / self.verb.path)

    def run(self, **more: Any) -> Done:
        return self._runner(self._folder, self.words, **more)

    def done(self) -> bool:
        """Return whether its result is on disk: completely or not at all."""
        try:
            after = self.verb.look(self._folder / self.verb.path)
        except StoreError as problem:
            raise AssertionError(f"{self.words}: {problem}") from problem
        added = after[len(self.before) :]
        assert after[: len(self.before)] == self.before
        wanted = list(self.verb.adds)
        if not wanted:  # a new study
            return bool(after)
        assert added in ([], wanted)
        return bool(added)

    def ends_well(self) -> None:
        """Check that the same command again leaves its result on disk exactly once."""
        again = self.run()
        if self.verb.once:
            assert again.code == 0, again.err
        assert self.done()


def steps(runner: Runner, templates: dict[str, Path], name: str, fault: str, *, every: bool) -> list[int]:
    """Return the writes to test: all, or some from the first to the last."""
    counted = Case(name, runner, templates).run(fault="count" if fault == "kill" else "full", step=10**9)
    assert counted.code == 0, counted.err
    most = counted.writes
    assert most >= 1
    return list(range(1, most + 1)) if every else [most // 2 + 1]


def spoke(text: str) -> bool:
    return bool(text.strip())


@EVERY_WRITE
@pytest.mark.parametrize("name", BY_DAY)
def test_a_verb_that_is_killed_has_said_nothing_that_is_not_on_disk(
    runner: Runner, templates: dict[str, Path], name: str, every: bool
) -> None:
    for step in steps(runner, templates, name, "kill", every=every):
        case = Case(name, runner, templates)
        ended = case.run(fault="kill", step=step)
        assert ended.code in (0, -signal.SIGKILL), (step, ended)
        assert case.done() or not spoke(ended.out), (step, ended)
        assert case.done() or ended.code != 0, (step, ended)
        case.ends_well()


@EVERY_WRITE
@pytest.mark.parametrize("name", BY_DAY)
def test_a_verb_on_a_full_disk_says_what_is_on_it(
    runner: Runner, templates: dict[str, Path], name: str, every: bool
) -> None:
    for step in steps(runner, templates, name, "full", every=every):
        case = Case(name, runner, templates)
        ended = case.run(fault="full", step=step)
        assert "fault" not in ended.err, (step, ended)
        assert (ended.code == 0) == case.done(), (step, ended)
        assert spoke(ended.out) == case.done(), (step, ended)
        assert case.done() or ended.code == 1, (step, ended)
        assert case.done() or spoke(ended.err), (step, ended)
        case.ends_well()


UNHEARD = {
    "full": {"stdout": "/dev/full"},
    "gone": {"stdout": "gone"},
    "closed": {"stdout": "closed"},
    "both full": {"stdout": "/dev/full", "stderr": "/dev/full"},
    "both closed": {"stdout": "closed", "stderr": "closed"},
}


@pytest.mark.parametrize(
    "ways",
    [("both closed",), pytest.param(tuple(UNHEARD), marks=pytest.mark.nightly)],
    ids=["some ways", "every way"],
)
@pytest.mark.parametrize("name", BY_DAY)
def test_a_verb_that_nobody_hears_is_done_all_the_same(
    runner: Runner, templates: dict[str, Path], name: str, ways: tuple[str, ...]
) -> None:
    heard = Case(name, runner, templates).run()
    assert heard.code == 0, heard.err
    for streams in map(UNHEARD.__getitem__, ways):
        case = Case(name, runner, templates)
        ended = case.run(**streams)
        assert ended.code == 0, (streams, ended)
        assert case.done(), (streams, ended)
        if "stderr" not in streams and name != "import an archive":  # the head of an imported study varies
            assert ended.err.splitlines()[: len(heard.out.splitlines())] == heard.out.splitlines()
        case.ends_well()


@pytest.mark.parametrize("streams", list(UNHEARD.values()), ids=list(UNHEARD))
@pytest.mark.parametrize("words", [("audit", "s.kgstudy"), ("status", "s.kgstudy", "--json"), ("--help",)])
def test_an_answer_that_nobody_hears_is_no_success(
    runner: Runner, templates: dict[str, Path], streams: dict[str, str], words: tuple[str, ...]
) -> None:
    ended = runner(runner.case(templates["open"]), words, **streams)
    assert ended.code == 1
    if "stderr" in streams or streams["stdout"] == "gone":  # as with `| head -1`
        assert ended.err == ""
    else:
        assert ended.err.startswith("The answer cannot be written to standard output")
        assert ended.err.count("\n") == 1

"""What the window can, the command line can: each command of the window has its counterpart, or a reason here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench, make_study

from kgdesk.cli.commands import COMMANDS
from kgdesk.cli.parser import build

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

#: Command of the window -> words after `kgdesk` that do the same, or at least what it leads to.
COUNTERPARTS = {
    "study.new": "new S --candidates T --settings study.toml",
    "study.open": "open S",
    "study.openServer": "open postgresql://kim@db.lab/kgdesk#S",
    "study.export": "export S out.xlsx",
    "study.report": "report S out.pdf",
    "study.addCandidates": "add S T --reason R",
    "study.codes": "set S --barcode COL --reason R",
    "study.location": "set S --location COL --reason R",
    "study.card": "set S --card-column COL --reason R",
    "study.plan": "set S --budget 40 --reason R",
    "study.blind": "set S --blind yes --reason R",
    "study.threshold": "set S --threshold 70 --reason R",
    "study.finish": "finish S --reason R",
    "study.reopen": "reopen S --reason R",
    "study.secondPlace": "backup S --second-place F",
    "run.success": "record S C success",
    "run.failure": "record S C failure",
    "run.record": "record S C success",
    "run.void": "record S C void --reason R",
    "run.choose": "record S C success --reason R",
    "run.start": "start S C",
    "run.several": "suggest S --count 4",
    "run.worklist": "worklist S --count 4 --plate 24 --out plate.csv",
    "run.worklistAgain": "worklist S --of W1 --out plate.csv",
    "run.results": "record S --from plate.csv",
    "run.voidRest": "void-rest S W1 --reason R",
    "run.takeBackFile": "take-back S plate.csv --reason R",
    "run.skip": "skip S C --reason R",
    "run.details": "record S C 2/3 --note N",
    "run.note": "note S N",
    "run.exclude": "exclude S C --reason R",
    "run.include": "include S C",
    "run.sheet": "sheet S out.pdf",
    "run.labels": "labels S out.pdf",
    "run.takeBack": "take-back S 3 --reason R",
    "run.redo": "redo S 3",
    "run.correct": "correct S 3 failure --reason R",
    "run.operator": "record S C success --by NAME",
    "view.overview": "status S",
    "view.candidates": "candidates S",
    "view.timeline": "audit S out.csv",
    "study.model": "status S --json",
    "view.decide": "status S",
    "view.attributes": "predict S C",
    "study.verify": "verify S",
    "study.waiting": "outbox list",
    "study.rehearse": "rehearse S --policies kg --out F",
    "help.page": "help record",
    "help.selfTest": "selftest",
}
#: Command of the window -> why the command line has none.
REASONS = {
    "study.home": "a command leaves no study open",
    "study.quit": "a command ends by itself",
    "study.properties": "shows what set changes and status shows",
    "edit.copy": "standard output goes anywhere",
    "edit.find": "candidates --json, and any program that searches",
    "study.settings": "they are about the window: colours, size of text, scanner",
    "study.duplicate": "new reads the same table and the same file of settings again",
    "run.cancel": "a command is whole when it is typed, nothing is armed before",
    "view.explore": "moves sliders over pictures; correct --plan answers the same in figures",
    "view.face": "lays the window out anew",
    "help.firstSteps": "leads through the window; README has the same by commands",
    "help.glossary": "a page of the manual",
    "help.keys": "a command has no keys",
    "help.problem": "holds the log of the window",
    "help.about": "kgdesk --version",
    "edit.command": "kgdesk --help",
    "plots.save": "report saves all pictures",
}
#: Beginnings of commands that change what the window looks like, and nothing else.
LOOKS = (
    "view.next", "view.previous", "view.light", "view.dark", "view.contrast", "view.system",
    "view.text", "view.fullScreen", "plots.reset", "view.table", "plots.copy",
)  # fmt: skip


@pytest.fixture
def ids(tmp_path: Path, qtbot: QtBot) -> Iterator[set[str]]:
    bench = Bench(make_study(tmp_path / "small.kgstudy"), qtbot, ask=False)
    yield {command.id for command in bench.window.commands}
    bench.close()


def test_every_command_of_the_window_has_a_counterpart_or_a_reason(ids: set[str]) -> None:
    about = {name for name in ids if name.startswith(LOOKS)}
    assert not set(COUNTERPARTS) & set(REASONS)
    assert ids - about == {*COUNTERPARTS, *REASONS}
    assert not [start for start in LOOKS if not any(name.startswith(start) for name in ids)]


@pytest.mark.parametrize("words", sorted(set(COUNTERPARTS.values())))
def test_the_counterpart_is_a_command_with_these_options(words: str) -> None:
    build().parse_args(words.split())


def test_commands_that_a_reason_names_exist() -> None:
    for reason in REASONS.values():
        named = re.findall(r"\b(correct|report)\b", reason)
        assert set(named) <= set(COMMANDS)

"""Error messages in four parts: event, effect on the recorded runs, remedy, details with a code."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING

import pytest

import kgdesk
from kgdesk.errors import KgdeskError, NotSaved
from kgdesk.ui.dialogs.help_window import page_of
from kgdesk.ui.dialogs.manual import manual
from kgdesk.ui.widgets.messages import PARTS, message_box, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


def below(kind: type[KgdeskError]) -> Iterator[type[KgdeskError]]:
    for one in kind.__subclasses__():
        yield one
        yield from below(one)


def codes() -> list[str]:
    for found in walk_packages(kgdesk.__path__, "kgdesk."):
        if not found.name.endswith("__main__"):
            import_module(found.name)
    ours = [kind for kind in below(KgdeskError) if kind.__module__.startswith("kgdesk.")]
    return sorted({KgdeskError.code, *(kind.code for kind in ours)})


def test_every_code_says_what_it_means_and_what_to_do_and_no_other_does() -> None:
    assert sorted(PARTS) == codes()


@pytest.mark.parametrize("code", sorted(PARTS))
def test_both_parts_are_whole_sentences_in_plain_words(code: str) -> None:
    means, todo = map(str, PARTS[code])
    for part in (means, todo):
        assert part[0].isupper()
        assert part.endswith(".")
        assert not {"error", "invalid", "please", "null", "exception"} & set(part.lower().split())
    assert means != todo


@pytest.mark.parametrize("code", sorted(PARTS))
def test_a_box_has_all_four_parts_and_f1_leads_to_its_section(code: str, qtbot: QtBot) -> None:
    problem = KgdeskError("The disk of lab 7 is gone.", details="errno 5")
    problem.code = code
    box = message_box(problem, None)
    qtbot.addWidget(box)
    means, todo = parts_of(problem)
    assert box.text() == "The disk of lab 7 is gone."
    assert box.informativeText().split("\n\n") == [means, todo, f"F1 explains this ({code})."]
    assert box.detailedText() == f"{code}\nerrno 5"
    section = manual("en").about(code)
    assert section is not None
    assert page_of(box) == f"{section.page}.md#{section.anchor}"


def test_a_kind_of_refusal_that_has_no_code_of_its_own_speaks_as_its_parent(qtbot: QtBot) -> None:
    class Odd(NotSaved):
        """Error class of another module."""

    box = message_box(Odd("It is full."), None)
    qtbot.addWidget(box)
    assert "NOT recorded" in box.informativeText()
    assert box.detailedText() == "KD-207\nIt is full."

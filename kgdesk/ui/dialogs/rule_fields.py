"""A stopping rule as lines of text whose numbers are fields."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSizePolicy, QSpinBox, QVBoxLayout, QWidget

from kgdesk.model.study import rule_syntax
from kgdesk.ui.widgets.basic import Label
from kgdesk.ui.widgets.folding import FlowRow

if TYPE_CHECKING:
    from collections.abc import Mapping

_PIECE = re.compile(r"[()]|[a-z-]+|[0-9.]+")
_NUMBER = re.compile(r"[0-9.]+")

#: Largest number of runs or successes, and of a cost or its worth, unless the rule has a larger one.
_MOST_RUNS, _MOST_COST = 9_999, 99_999.0


def _words(term: str) -> str:
    """Return the words of an elementary rule with a ``{field}`` for each of its numbers."""
    return {
        "at-stake": QCoreApplication.translate(
            "RuleFields", "at most {stake} percentage points are still at stake"
        ),
        "succeeded": QCoreApplication.translate(
            "RuleFields", "the best has succeeded at least {tested} times, in at least half of its runs"
        ),
        "within": QCoreApplication.translate(
            "RuleFields", "the best is within {near} points of the true best with a chance of {sure} %"
        ),
        "runs": QCoreApplication.translate("RuleFields", "{runs} runs are spent"),
        "value": QCoreApplication.translate(
            "RuleFields", "the value of testing is below {value} percentage points"
        ),
        "cost": QCoreApplication.translate(
            "RuleFields", "a run costs {cost}, and a percentage point is worth only {worth}"
        ),
    }[term]


class RuleFields(QWidget):
    """One line per elementary rule: its words, with a field for each number.

    Parameters
    ----------
    rule
        A rule in the syntax of the command line.
    name
        Start of the Qt object names of the fields: ``NAME.stake``; a second one is ``NAME.stake.2``.
    now
        Present values by field, as texts: each stands behind the line of its field.
    """

    #: A number has changed.
    changed = Signal()

    def __init__(self, rule: str, name: str, now: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._written = rule_syntax.written(rule_syntax.parse(rule))
        self._name, self._fields = name, list[QAbstractSpinBox]()
        self._ends: list[
            tuple[Label, str, list[str], str]
        ] = []  # of each line: words, fields, closing brackets
        numbers = iter(_NUMBER.findall(self._written))
        column = QVBoxLayout(self)
        column.setContentsMargins(2, 0, 2, 4)  # room for the ring round the focused field
        column.setSpacing(2)
        before = ""
        pieces = _without_plain_brackets(_PIECE.findall(self._written))
        joints = {
            "and": QCoreApplication.translate("RuleFields", "and"),
            "or": QCoreApplication.translate("RuleFields", "or"),
            "(": "(",
        }
        for place, piece in enumerate(pieces):
            if piece in joints:
                before = f"{before} {joints[piece]}".strip()
            elif piece in ("at-stake", "succeeded", "within", "runs", "value", "cost"):
                closing = _closing(pieces[place + 1 :])
                column.addWidget(self._line(piece, before, closing, numbers))
                before = ""
        self.show_now(now)

    @property
    def text(self) -> str:
        """The rule with the present numbers, in the syntax of the command line."""
        values = iter(self._fields)
        return _NUMBER.sub(lambda _: _typed(next(values)), self._written)

    def show_now(self, now: Mapping[str, str]) -> None:
        """Write other present values behind the lines; the fields stay, with what is typed in them."""
        words = QCoreApplication.translate("RuleFields", "(now {value})")
        for label, text, fields, closing in self._ends:
            shown = [words.format(value=now[field]) for field in fields if field in now]
            label.setText(" ".join(filter(None, (text, *shown))) + closing)
            label.setVisible(bool(label.text()))

    def _line(self, term: str, before: str, closing: str, numbers: object) -> QWidget:
        parts: list[QWidget] = [_text(before)] if before else []
        pieces = re.split(r"\{(\w+)\}", _words(term))
        for place, piece in enumerate(pieces):
            if place % 2:
                parts.append(self._field(piece, next(numbers)))  # type: ignore[call-overload]
            elif place == len(pieces) - 1:
                *clauses, last = re.split(r"(?<=,) ", piece.strip())  # lines are broken between clauses
                parts += map(_text, clauses)
                end = _text("")
                self._ends.append((end, last, pieces[1::2], closing))
                parts.append(end)
            elif piece.strip():
                parts.append(_text(piece.strip()))
        return FlowRow(*parts, parent=self)

    def _field(self, field: str, number: str) -> QAbstractSpinBox:
        made: QSpinBox | QDoubleSpinBox
        if field in ("runs", "tested"):
            made = QSpinBox(self)
            made.setRange(1, max(_MOST_RUNS, int(number)))
            made.setValue(int(number))
        else:
            decimals = max(1, len(number.partition(".")[2]))
            made = QDoubleSpinBox(self)
            made.setDecimals(decimals)
            step = 10.0**-decimals
            most = max(_MOST_COST, float(number)) if field in ("cost", "worth") else 100.0 - step
            made.setRange(0.0 if field == "cost" else step, most)
            made.setValue(float(number))
        same = sum(one.objectName().split(".")[1] == field for one in self._fields)
        made.setObjectName(f"{self._name}.{field}" + (f".{same + 1}" if same else ""))
        made.setMinimumHeight(32)
        made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)  # as narrow in a folded row
        made.setAccessibleName(re.sub(r"\{\w+\}", "…", _words(_term_of(field))))
        made.valueChanged.connect(lambda _: self.changed.emit())
        self._fields.append(made)
        return made


def _term_of(field: str) -> str:
    terms = {"stake": "at-stake", "tested": "succeeded", "near": "within", "sure": "within", "worth": "cost"}
    return terms.get(field, field)


def _text(words: str) -> Label:
    label = Label(words)
    label.setWordWrap(True)
    return label


def _without_plain_brackets(pieces: list[str]) -> list[str]:
    """Return the pieces of a rule without the brackets round what is joined by “and”, which binds closer than “or”."""
    opened, plain = list[int](), set[int]()
    joined_by_or = set[int]()
    for place, piece in enumerate(pieces):
        if piece == "(":
            opened.append(place)
        elif piece == "or" and opened:
            joined_by_or.add(opened[-1])
        elif piece == ")" and (start := opened.pop()) not in joined_by_or:
            plain |= {start, place}
    return [piece for place, piece in enumerate(pieces) if place not in plain]


def _closing(pieces: list[str]) -> str:
    """Return the closing brackets behind the numbers of an elementary rule, which these pieces begin with."""
    closing = ""
    for piece in pieces:
        if piece == ")":
            closing += ")"
        elif closing or not (_NUMBER.fullmatch(piece) or piece in ("at", "worth")):
            break
    return closing


def _typed(field: QAbstractSpinBox) -> str:
    """Return the number of a field as a rule has it, in every language."""
    if isinstance(field, QSpinBox):
        return str(field.value())
    assert isinstance(field, QDoubleSpinBox)  # noqa: S101 - fields are made above
    return f"{field.value():.{field.decimals()}f}".rstrip("0").rstrip(".")

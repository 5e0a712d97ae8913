"""Floats for Qt: `QLocale.toString` with a format letter aborts the program if it gets an int in a Qt handler."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "kgdesk"
LETTERS = frozenset("eEfFgG")


def is_surely_float(value: ast.expr) -> bool:
    """Return whether an expression is certainly a float; an annotated parameter may still be an int."""
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id == "float"
    return isinstance(value, ast.Constant) and isinstance(value.value, float)


def unsure(source: str) -> list[int]:
    """Return the lines where ``toString`` gets a format letter and possibly no float."""
    found = []
    for node in ast.walk(ast.parse(source)) if "toString" in source else ():
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        rest = [*node.args[1:], *(word.value for word in node.keywords)]
        letters = {word.value for word in rest if isinstance(word, ast.Constant)} & LETTERS
        if node.func.attr == "toString" and letters and not is_surely_float(node.args[0]):
            found.append(node.lineno)
    return found


def test_every_number_that_qt_writes_with_a_format_letter_is_surely_a_float() -> None:
    places = {path: path.read_text("utf-8") for path in sorted(SOURCES.rglob("*.py"))}
    assert sum("toString(" in text for text in places.values()) > 5
    assert [f"{path.name}:{line}" for path, text in places.items() for line in unsure(text)] == []


@pytest.mark.parametrize(
    "value", ["n", "abs(value)", "3", "-x", "100.0 * share", "round(float(x))", "one.mean_n"]
)
@pytest.mark.parametrize("rest", ['"f", 2', '"e"', "format='g', precision=3"])
def test_what_may_be_an_int_is_found(value: str, rest: str) -> None:
    assert unsure(f"def say(n: float) -> str:\n    return QLocale().toString({value}, {rest})\n") == [2]


@pytest.mark.parametrize(
    "call",
    [
        "toString(float(n), 'f', 2)",
        "toString(0.5, 'e', 2)",
        "toString(n)",
        "toString('HH:mm')",
        "number(n, 'f')",
    ],
)
def test_a_float_and_what_is_no_number_are_left_alone(call: str) -> None:
    assert unsure(f"text = locale.{call}\n") == []

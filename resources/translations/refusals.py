"""Gathers the sentences of the refusals from the rooms below the window, which know no language.

A refusal's text is either written out where it is raised, without anything to fill in, or a `phrase`.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "kgdesk"
#: What a window can show; what commands alone print is English.
ROOMS = (
    "text.py",
    "paths.py",
    "kernels",
    "model",
    "store",
    "tables",
    "rehearsal",
    "reports",
    "actions",
    "ui/home/window_diagnostics.py",
)
#: What makes a template one of a language: letters or its quotation marks; ``{first}, {other}`` is of none.
_WORDS = re.compile(r"[A-Za-z]|“")
#: What is in round brackets for the command line: options and commands.
FOR_THE_COMMAND_LINE = re.compile(r"\s*\((?:kgdesk |[^()]*--)[^()]*\)")


class Refusals(ast.NodeVisitor):
    """Finds the templates of one module, and the refusals whose text cannot be told from the source.

    Parameters
    ----------
    path
        Of the module.
    kinds
        Names of the refusals' classes.
    """

    def __init__(self, path: Path, kinds: frozenset[str]) -> None:
        self.templates: dict[str, None] = {}
        self.unreadable: list[str] = []
        self._place = path.relative_to(PACKAGE).as_posix()
        self._kinds = kinds
        self.visit(ast.parse(path.read_text("utf-8")))

    def visit_Call(self, node: ast.Call) -> None:
        """Take the text of a phrase, or of a refusal that has nothing to fill in."""
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or not node.args:
            return
        text = node.args[0]
        if node.func.id == "phrase":
            self._take(text, can_have_options=True)
        elif node.func.id in self._kinds and not _is_phrase(text):
            self._take(text, can_have_options=False)

    def _take(self, text: ast.expr, *, can_have_options: bool) -> None:
        is_written = isinstance(text, ast.Constant) and isinstance(text.value, str)
        words = text.value if isinstance(text, ast.Constant) and isinstance(text.value, str) else ""
        if is_written and (can_have_options or for_the_window(words) == words):
            self.templates[for_the_window(words)] = None
        else:
            self.unreadable.append(f"{self._place}: {ast.unparse(text)}")


def for_the_window(template: str) -> str:
    """Return a template without what is for the command line alone."""
    return FOR_THE_COMMAND_LINE.sub("", template)


def refusals_of(package: Path = PACKAGE, rooms: tuple[str, ...] = ROOMS) -> tuple[list[str], list[str]]:
    """Return every template, sorted, and the refusals whose text cannot be read, each as ``file: expression``."""
    kinds = _kinds(package / "errors.py")
    found = [_refusals(package / "errors.py", kinds)]
    for room in rooms:
        place = package / room
        paths = sorted(place.rglob("*.py")) if place.is_dir() else [place]
        found += [_refusals(path, kinds) for path in paths]
    templates = sorted({text for each in found for text in each.templates if _WORDS.search(_bare(text))})
    return templates, [place for each in found for place in each.unreadable]


@cache
def _refusals(path: Path, kinds: frozenset[str]) -> Refusals:
    """Return the refusals of a module, which several lists hold."""
    return Refusals(path, kinds)


@cache
def _kinds(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(
        node.name
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name not in {"Figure", "Numeral", "Phrase"}
    )


def _is_phrase(text: ast.expr) -> bool:
    return isinstance(text, ast.Call) and isinstance(text.func, ast.Name) and text.func.id == "phrase"


def _bare(template: str) -> str:
    return re.sub(r"\{\w+(?::[^{}]*)?\}", "", template)

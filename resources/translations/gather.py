"""Gathers every text of the window, and what is refused below it, into kgdesk_de.ts; keeps what is translated there.

Qt's own reader of Python sources gives the functions that fix a context for a whole module (``def tr(text): return
QCoreApplication.translate("Menus", text)``) no context, so this one reads the syntax tree. Run it from anywhere::

    python resources/translations/gather.py
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import refusals  # noqa: E402 - stands beside this script, in no package

CATALOGUE = HERE / "kgdesk_de.ts"
COMPILED = CATALOGUE.with_suffix(".qm")
SOURCES = HERE.parents[1] / "kgdesk" / "ui"
_PHRASES = "Phrases"
_CALLED = frozenset({"tr", "_tr", "translate"})


@dataclass(frozen=True, order=True, slots=True)
class Text:
    """A text of the window: the context that tells equal texts apart, and the English words."""

    context: str
    source: str


class Reader(ast.NodeVisitor):
    """Finds the texts of one module, and the calls whose text is not written where it is called."""

    def __init__(self, path: Path) -> None:
        self.texts: dict[Text, None] = {}
        self.unreadable: list[str] = []
        self._path = path
        self._classes: list[str] = []
        self._module = ""
        tree = ast.parse(path.read_text("utf-8"))
        self._wrappers = {name: place for node in tree.body for name, place in _wrapper(node)}
        self._wrappers |= {
            name.asname or name.name: place
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("kgdesk.ui")
            for name in node.names
            if name.name in {"tr", "_tr"}
            for place in _context_of(node.module, name.name)
        }
        self.visit(tree)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Remember which class the texts below belong to."""
        self._classes.append(node.name)
        self.generic_visit(node)
        self._classes.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Pass over the wrappers themselves: their text is a parameter."""
        if node.name not in self._wrappers:
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Take the text of a call that translates."""
        self.generic_visit(node)
        called = node.func
        if isinstance(called, ast.Attribute) and called.attr == "tr":
            if isinstance(called.value, ast.Name) and called.value.id == "self" and self._classes:
                self._take(node, self._classes[-1], node.args[0])
            else:
                self._refuse(node)
        elif isinstance(called, ast.Name) and called.id in {"tr", "_tr"}:
            if called.id in self._wrappers:
                self._take(node, self._wrappers[called.id], node.args[0])
            else:
                self._refuse(node)
        elif _names(called, "QT_TRANSLATE_NOOP") or (
            isinstance(called, ast.Attribute)
            and called.attr == "translate"
            and _names(called.value, "QCoreApplication", "QApplication")
        ):
            self._take_with_context(node)

    def _take_with_context(self, node: ast.Call) -> None:
        context, text = node.args[:2]
        if isinstance(text, ast.Attribute) and not isinstance(context, ast.Constant):
            return  # marked with QT_TRANSLATE_NOOP where it is written
        if isinstance(context, ast.Constant) and isinstance(context.value, str):
            if context.value == _PHRASES:
                return  # written in the rooms below the window
            if isinstance(text, ast.Name) and any(known.context == context.value for known in self.texts):
                return  # likewise, above in this module
            self._take(node, context.value, text)
        else:
            self._refuse(node)

    def _take(self, node: ast.Call, context: str, text: ast.expr) -> None:
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            self.texts[Text(context, text.value)] = None
        else:
            self._refuse(node)

    def _refuse(self, node: ast.Call) -> None:
        self.unreadable.append(f"{self._path.name}:{node.lineno}")


def texts_of(root: Path = SOURCES) -> tuple[list[Text], list[str]]:
    """Return every text below a folder, with those of the refusals, and the places whose text cannot be read."""
    readers = [Reader(path) for path in sorted(root.rglob("*.py"))]
    found = {text for reader in readers for text in reader.texts}
    if root == SOURCES:
        found |= {Text(_PHRASES, template) for template in refusals.refusals_of()[0]}
    return sorted(found), [place for reader in readers for place in reader.unreadable]


def translations(path: Path = CATALOGUE) -> dict[Text, str]:
    """Return what a catalogue holds; an unfinished translation is empty."""
    if not path.exists():
        return {}
    kept = {}
    for context in ET.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            text = Text(context.findtext("name", ""), message.findtext("source", ""))
            done = translation is not None and translation.get("type") is None
            kept[text] = (translation.text or "") if done and translation is not None else ""
    return kept


def write(texts: list[Text], known: dict[Text, str], path: Path = CATALOGUE) -> None:
    """Write a catalogue with exactly these texts; one without a translation is marked as unfinished.

    A text that is new in its context takes the translation that the same words have elsewhere.
    """
    elsewhere = {text.source: words for text, words in known.items() if words}
    root = ET.Element("TS", version="2.1", language="de_DE", sourcelanguage="en")
    context, name = root, None
    for text in texts:
        if text.context != name:
            context, name = ET.SubElement(root, "context"), text.context
            ET.SubElement(context, "name").text = name
        message = ET.SubElement(context, "message")
        ET.SubElement(message, "source").text = text.source
        words = known.get(text) or elsewhere.get(text.source, "")
        translation = ET.SubElement(message, "translation", {} if words else {"type": "unfinished"})
        translation.text = words or None
    ET.indent(root, " ")
    body = ET.tostring(root, encoding="unicode")
    path.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', "utf-8")


def compile_to(dest: Path, catalogue: Path = CATALOGUE) -> None:
    """Compile a catalogue with Qt's compiler, which comes with PySide6."""
    beside = Path(sys.executable).with_name("pyside6-lrelease")
    tool = str(beside) if beside.exists() else shutil.which("pyside6-lrelease") or "pyside6-lrelease"
    subprocess.run([tool, "-silent", str(catalogue), "-qm", str(dest)], check=True, capture_output=True)


def placeholders(text: str) -> list[str]:
    """Return what is filled in later, sorted: ``{count}``."""
    return sorted(re.findall(r"\{[^{}]*\}", text))


def mnemonic(text: str) -> str:
    """Return the letter behind the single ampersand, small; nothing where there is none."""
    found = re.search(r"&(.)", text.replace("&&", ""))
    return found[1].lower() if found else ""


def _wrapper(node: ast.stmt) -> list[tuple[str, str]]:
    """Return name and context of a function of a module that translates its only parameter."""
    if not isinstance(node, ast.FunctionDef) or node.name not in _CALLED or len(node.args.args) != 1:
        return []
    last = node.body[-1]
    call = last.value if isinstance(last, ast.Return) else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.args):
        return []
    context = call.args[0]
    is_fixed = isinstance(context, ast.Constant) and isinstance(context.value, str)
    return [(node.name, str(context.value))] if is_fixed and isinstance(context, ast.Constant) else []


def _context_of(module: str, function: str) -> list[str]:
    package = HERE.parents[1].joinpath(*module.split("."))
    path = package / "__init__.py" if package.is_dir() else package.with_suffix(".py")
    if not path.exists():
        return []
    tree = ast.parse(path.read_text("utf-8"))
    return [context for node in tree.body for name, context in _wrapper(node) if name == function]


def _names(node: ast.expr, *names: str) -> bool:
    return isinstance(node, ast.Name) and node.id in names


if __name__ == "__main__":
    found, unread = texts_of()
    if unread:
        sys.exit(f"These texts stand not where they are translated: {', '.join(unread)}")
    write(found, translations())
    compile_to(COMPILED)
    missing = sum(not words for words in translations().values())
    print(f"{len(found)} texts, {missing} without a translation")

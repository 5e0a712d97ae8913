"""Findings of the self-test: in words, and as JSON for the process that shows them."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from kgdesk.reports.text_format import EnglishFormat
from kgdesk.text import Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kgdesk.reports.text_format import TextFormat


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check; each text may be a phrase, which the window shows in its own language.

    Parameters
    ----------
    what
        What was checked.
    result
        The result in a few words.
    problem
        One sentence with a remedy; empty if the check passed.
    """

    what: str
    result: str = ""
    problem: str = ""

    @property
    def sentence(self) -> str:
        """What was checked and what is wrong with it, in English."""
        what = str(self.what)
        return f"{what[:1].upper()}{what[1:]}: {self.problem}"

    def as_wire(self) -> dict[str, Any]:
        """Return the finding as JSON values for another process, which `of_wire` turns back; phrases stay phrases."""
        return {
            "what": _as_wire(self.what),
            "result": _as_wire(self.result),
            "problem": _as_wire(self.problem),
        }

    @classmethod
    def of_wire(cls, fields: Mapping[str, Any]) -> Self:
        """Return the finding whose JSON values `as_wire` has made."""
        return cls(*(_of_wire(fields[name]) for name in ("what", "result", "problem")))


def _as_wire(text: str | float) -> object:
    """Return a phrase as a list of its template and its values, each of them likewise; anything else unchanged."""
    if not isinstance(text, Phrase):
        return text
    return [text.template, {name: _as_wire(value) for name, value in text.values.items()}]


def _of_wire(value: Any) -> Any:
    """Return the text or phrase whose JSON values `_as_wire` has made."""
    if not isinstance(value, list | tuple):
        return value
    template, values = value
    return Phrase(template, {name: _of_wire(each) for name, each in values.items()})


_WIDTH = 100
_GAP = "  "
_OK, _NOT_RIGHT = phrase("ok"), phrase("NOT RIGHT")


def finding_lines(finding: Finding, speech: TextFormat | None = None) -> list[str]:
    """Return a finding in lines of at most 100 characters: a mark, what was checked, and the result or remedy."""
    speech = speech or EnglishFormat()
    width = max(len(speech.translate(mark)) for mark in (_OK, _NOT_RIGHT)) + len(_GAP)
    mark = speech.translate(_NOT_RIGHT if finding.problem else _OK)
    result = speech.translate(finding.problem or finding.result)
    text = f"{mark:<{width}}{speech.translate(finding.what)}{': ' + result if result else ''}"
    return textwrap.wrap(text, _WIDTH, subsequent_indent=" " * width, break_on_hyphens=False)

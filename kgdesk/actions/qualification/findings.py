"""Results of the installation checks, and the certificate as text."""

from __future__ import annotations

import textwrap
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Self

from kgdesk.errors import Phrase, phrase
from kgdesk.files.html_report import EnglishFormat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kgdesk.files.html_report import TextFormat


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check; each text may be a phrase, for a certificate in another language.

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

    def as_wire(self) -> dict[str, Any]:
        """Serialise to JSON values, including phrases, for another process; see `of_wire`."""
        return {"what": _as_wire(self.what), "told": _as_wire(self.result), "problem": _as_wire(self.problem)}

    @classmethod
    def of_wire(cls, fields: Mapping[str, Any]) -> Self:
        """Deserialise the result of `as_wire`."""
        return cls(*(_of_wire(fields[name]) for name in ("what", "told", "problem")))


@dataclass(frozen=True, slots=True)
class Report:
    """Results of all installation checks.

    Parameters
    ----------
    findings
        Findings in the order of the checks.
    versions
        Name -> version of the program and its packages, in table order.
    made_at
        Time, ISO 8601 with UTC offset.
    computer, system
        Name of the computer; its operating system and architecture.
    """

    findings: tuple[Finding, ...]
    versions: dict[str, str]
    made_at: str
    computer: str
    system: str

    @property
    def problems(self) -> tuple[str, ...]:
        """One English sentence per failed check."""
        return tuple(_sentence(str(f.what), str(f.problem)) for f in self.findings if f.problem)

    def problems_in(self, speech: TextFormat) -> tuple[str, ...]:
        """Return one sentence per failed check in the given language."""
        return tuple(
            _sentence(speech.translate(f.what), speech.translate(f.problem))
            for f in self.findings
            if f.problem
        )

    def as_json(self) -> dict[str, Any]:
        """Return the dict that the command line prints as JSON, in English."""
        return {"ok": not self.problems, **asdict(self)}

    def as_wire(self) -> dict[str, Any]:
        """Serialise to JSON values, including phrases, for another process; see `of_wire`."""
        findings = [finding.as_wire() for finding in self.findings]
        return {**asdict(self), "findings": findings, "system": _as_wire(self.system)}

    @classmethod
    def of_wire(cls, fields: Mapping[str, Any]) -> Self:
        """Deserialise the result of `as_wire`."""
        findings = tuple(map(Finding.of_wire, fields["findings"]))
        return cls(**{**fields, "findings": findings, "system": _of_wire(fields["system"])})


def last_words(text: str) -> str:
    """Return the last line of a process's output, truncated."""
    lines = text.strip().splitlines()
    return " ".join(lines[-1].split())[:200] if lines else phrase("no words")


def _sentence(what: str, problem: str) -> str:
    return f"{what[:1].upper()}{what[1:]}: {problem}"


def _as_wire(text: str | float) -> object:
    if not isinstance(text, Phrase):
        return text
    return [text.template, {name: _as_wire(value) for name, value in text.values.items()}]


def _of_wire(value: Any) -> Any:
    if not isinstance(value, list | tuple):
        return value
    template, values = value
    return Phrase(template, {name: _of_wire(each) for name, each in values.items()})


_WIDTH = 100

_GAP = "  "

_OK, _NOT_RIGHT = phrase("ok"), phrase("NOT RIGHT")


def certificate(report: Report, speech: TextFormat | None = None) -> str:
    """Format the certificate as text, by default in English; lines of at most 100 characters."""
    speech = speech or EnglishFormat()
    title = speech.translate(phrase("kgdesk: installation check"))
    count, bad = len(report.findings), len(report.problems)
    result = phrase(
        "Result: {good} of {count} checks passed.",
        good=speech.number(count - bad),
        count=speech.number(count),
    )
    fit = phrase("The program is fit for use.")
    lines = [title, "=" * len(title), "", *_place(report, speech), ""]
    lines += [line for finding in report.findings for line in finding_lines(finding, speech)]
    lines += ["", " ".join(speech.translate(words) for words in ((result,) if bad else (result, fit)))]
    lines += ["", speech.translate(phrase("Versions"))]
    width = max(map(len, report.versions), default=0)
    lines += [f"{_GAP}{name:<{width}}{_GAP}{version}" for name, version in report.versions.items()]
    signed = phrase(
        "Checked by ______________________    Date ______________    Signature ______________________"
    )
    return "\n".join([*lines, "", speech.translate(signed)]) + "\n"


def finding_lines(finding: Finding, speech: TextFormat | None = None) -> list[str]:
    """Format one finding: a mark, what was checked, and the result or remedy."""
    speech = speech or EnglishFormat()
    width = max(len(speech.translate(mark)) for mark in (_OK, _NOT_RIGHT)) + len(_GAP)
    mark = speech.translate(_NOT_RIGHT if finding.problem else _OK)
    result = speech.translate(finding.problem or finding.result)
    text = f"{mark:<{width}}{speech.translate(finding.what)}{': ' + result if result else ''}"
    return textwrap.wrap(text, _WIDTH, subsequent_indent=" " * width, break_on_hyphens=False)


def _place(report: Report, speech: TextFormat) -> list[str]:
    facts = (
        (phrase("Computer"), report.computer),
        (phrase("System"), speech.translate(report.system)),
        (phrase("Time"), report.made_at),
    )
    width = max(len(speech.translate(name)) for name, _ in facts) + len(_GAP)
    return [f"{speech.translate(name):<{width}}{value}" for name, value in facts]

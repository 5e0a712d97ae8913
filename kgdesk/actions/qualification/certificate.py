"""The installation check as a page of text that a lab can print, sign and file."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from kgdesk.errors import phrase
from kgdesk.files.speech import PlainEnglish

if TYPE_CHECKING:
    from kgdesk.actions.qualification.finding import Finding, Report
    from kgdesk.files.speech import Speech

_WIDTH = 100
_GAP = "  "
_OK, _NOT_RIGHT = phrase("ok"), phrase("NOT RIGHT")


def certificate(report: Report, speech: Speech | None = None) -> str:
    """Return the text, by default in English; lines of at most 100 characters."""
    speech = speech or PlainEnglish()
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


def finding_lines(finding: Finding, speech: Speech | None = None) -> list[str]:
    """Return one finding: a mark, what was checked, and what was found or is to be done."""
    speech = speech or PlainEnglish()
    width = max(len(speech.translate(mark)) for mark in (_OK, _NOT_RIGHT)) + len(_GAP)
    mark = speech.translate(_NOT_RIGHT if finding.problem else _OK)
    told = speech.translate(finding.problem or finding.told)
    text = f"{mark:<{width}}{speech.translate(finding.what)}{': ' + told if told else ''}"
    return textwrap.wrap(text, _WIDTH, subsequent_indent=" " * width, break_on_hyphens=False)


def _place(report: Report, speech: Speech) -> list[str]:
    facts = (
        (phrase("Computer"), report.computer),
        (phrase("System"), speech.translate(report.system)),
        (phrase("Time"), report.made_at),
    )
    width = max(len(speech.translate(name)) for name, _ in facts) + len(_GAP)
    return [f"{speech.translate(name):<{width}}{value}" for name, value in facts]

"""The installation check as a page of text that a lab can print, sign and file."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgdesk.actions.qualification.finding import Report

_WIDTH = 100


def certificate(report: Report) -> str:
    """Return the text, lines of at most 100 characters."""
    lines = ["kgdesk: installation check", "=" * 26, ""]
    lines += [
        f"Computer   {report.computer}",
        f"System     {report.system}",
        f"Time       {report.made_at}",
        "",
    ]
    for finding in report.findings:
        mark = "NOT RIGHT" if finding.problem else "ok"
        told = finding.problem or finding.told
        text = f"{mark:<10} {finding.what}{': ' + told if told else ''}"
        lines += textwrap.wrap(text, _WIDTH, subsequent_indent=" " * 11, break_on_hyphens=False)
    count, bad = len(report.findings), len(report.problems)
    lines += [
        "",
        f"Result: {count - bad} of {count} checks passed." + ("" if bad else " The program is fit for use."),
    ]
    lines += ["", "Versions"]
    width = max(map(len, report.versions), default=0)
    lines += [f"  {name:<{width}}  {version}" for name, version in report.versions.items()]
    lines += [
        "",
        "Checked by ______________________    Date ______________    Signature ______________________",
    ]
    return "\n".join(lines) + "\n"

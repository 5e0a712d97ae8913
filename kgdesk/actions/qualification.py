"""Installation check: numbers, disk and window on this computer, with a certificate that a lab can file."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import textwrap
from dataclasses import asdict, dataclass
from datetime import datetime
from importlib import metadata
from typing import TYPE_CHECKING, Any, Self

from kgdesk import __version__, kernels
from kgdesk.actions import machine_checks
from kgdesk.actions.machine_checks import AGAIN, Finding, as_wire, last_words, of_wire, write_until_stopped
from kgdesk.actions.own_process import NO_WINDOW, own_command
from kgdesk.tables.html_report import EnglishFormat
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from kgdesk.tables.html_report import TextFormat

__all__ = [
    "PARTS",
    "Finding",
    "Report",
    "certificate",
    "finding_lines",
    "qualify",
    "versions",
    "write_until_stopped",
]

#: Packages whose versions are listed on the certificate.
PARTS = ("numpy", "numba", "llvmlite", "PySide6-Essentials", "pyqtgraph", "apsw", "filelock", "python-calamine",
         "XlsxWriter", "segno")  # fmt: skip
#: For the window of the sample study, where no kernel is compiled and none can be kept.
_PATIENCE_SECONDS = 300
_KEPT = {
    "native": phrase("folder for this processor"),
    "shipped": phrase("folder that came with the program"),
    "open": phrase("open folder"),
}


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
        return {**asdict(self), "findings": findings, "system": as_wire(self.system)}

    @classmethod
    def of_wire(cls, fields: Mapping[str, Any]) -> Self:
        """Deserialise the result of `as_wire`."""
        findings = tuple(map(Finding.of_wire, fields["findings"]))
        return cls(**{**fields, "findings": findings, "system": of_wire(fields["system"])})


def _sentence(what: str, problem: str) -> str:
    return f"{what[:1].upper()}{what[1:]}: {problem}"


def qualify(folder: str | Path | None = None, progress: Callable[[Finding], object] | None = None) -> Report:
    """Run all installation checks on this computer.

    Parameters
    ----------
    folder
        Folder whose disk is tested, normally that of the studies. None for the folder of temporary files.
    progress
        Called with each finding.

    Returns
    -------
    Report
        One or more findings per check, also for failed ones.
    """
    findings: list[Finding] = []
    checks: list[Callable[[], list[Finding]]] = [
        compiled,
        machine_checks.own_files,
        machine_checks.golden,
        machine_checks.witnessed,
        machine_checks.two_at_once,
        cached,
        lambda: machine_checks.durability(folder),
        lambda: machine_checks.written_killed_verified(folder),
        window,
    ]
    for check in checks:
        for finding in check():
            findings.append(finding)
            if progress is not None:
                progress(finding)
    return Report(
        tuple(findings), versions(), datetime.now().astimezone().isoformat(timespec="seconds"), platform.node(),
        phrase("{system}, {machine}, {count} processor cores",
               system=_system(), machine=platform.machine(), count=os.cpu_count()),
    )  # fmt: skip


def compiled() -> list[Finding]:
    """Check that all kernels compile or load."""
    count = int(kernels.warm_up(None))
    how = kernels.kernel_diagnostics()
    wide = [name for name in ("sse2", "avx2", "fma", "avx512f", "neon") if name in how["features"]]
    result = phrase(
        "{processor} ({vectors}), {threads} threads",
        processor=how["processor"],
        vectors=", ".join(wide) or phrase("no wide vectors"),
        threads=how["threads"],
    )
    ready = phrase(
        "{count} ready, compiled for {processor}, sources {digest}",
        count=count,
        processor=how["compiled_for"],
        digest=how["kernels"],
    )
    return [Finding(phrase("processor"), result), Finding(phrase("kernels"), ready)]


def cached() -> list[Finding]:
    """Report the kernel cache layer in use and Numba's threading layer."""
    how = kernels.kernel_diagnostics()
    layer = how["layer"]
    wrong_layer = phrase(
        "the threads run on the layer {layer}, which kgdesk does not use. {again}", layer=layer, again=AGAIN
    )
    result = phrase(
        "{taken} taken, {compiled} compiled; {kind}: {folder}",
        taken=how["hits"],
        compiled=how["misses"],
        kind=_KEPT.get(how["kept"], how["kept"]),
        folder=how["folder"],
    )
    missed = how["misses"] and how["kept"] in {"native", "shipped"}
    problem = phrase("{result}: kernels are missing in the folder. Install kgdesk again.", result=result)
    return [
        Finding(phrase("threads"), layer, "" if layer in kernels.LAYERS else wrong_layer),
        Finding(phrase("kept kernels"), result, problem if missed else ""),
    ]


def versions() -> dict[str, str]:
    """Return the versions of the program and its packages."""
    listed = {"kgdesk": __version__, "Python": platform.python_version()}
    for part in PARTS:
        try:
            listed[part] = metadata.version(part)
        except metadata.PackageNotFoundError:
            listed[part] = "unknown"
    return listed


def window() -> list[Finding]:
    """Check the window's platform and fonts in a child process, since Qt aborts a process without a usable display."""
    environment = dict(os.environ)
    if sys.platform not in {"win32", "darwin"} and not any(
        os.environ.get(name) for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
    ):
        environment["QT_QPA_PLATFORM"] = "offscreen"
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            own_command("selftest", "--part", "window"),
            capture_output=True, text=True, encoding="utf-8", errors="replace", env=environment, check=False,
            stdin=subprocess.DEVNULL, timeout=_PATIENCE_SECONDS,
            creationflags=NO_WINDOW,
        )  # fmt: skip
        answer = json.loads(done.stdout)
    except (OSError, subprocess.TimeoutExpired) as cause:
        return [
            Finding(
                phrase("window"),
                problem=phrase(
                    "the part that draws the window did not start ({cause}). Install again.", cause=cause
                ),
            )
        ]
    except ValueError:
        problem = phrase(
            "Qt did not start ({last}). Install the libraries that it names.", last=last_words(done.stderr)
        )
        return [Finding(phrase("window"), problem=problem)]
    return [Finding.of_wire(row) for row in answer]


def _system() -> str:
    try:
        return str(platform.freedesktop_os_release()["PRETTY_NAME"])
    except (OSError, KeyError, AttributeError):
        return f"{platform.system()} {platform.release()}"


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

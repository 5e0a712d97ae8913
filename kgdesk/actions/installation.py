"""The self-test: checks the program's numbers, the disk and the window on this computer."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from kgdesk.actions import machine_checks
from kgdesk.actions.versions import versions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kgdesk.actions.findings import Finding


@dataclass(frozen=True, slots=True)
class SelfTest:
    """Findings of a self-test, in the order of the checks.

    Parameters
    ----------
    findings
        One or more for each check.
    versions
        Name -> version of the program and its packages.
    """

    findings: tuple[Finding, ...]
    versions: dict[str, str]

    @property
    def problems(self) -> tuple[str, ...]:
        """One English sentence for each check that failed."""
        return tuple(finding.sentence for finding in self.findings if finding.problem)

    def as_json(self) -> dict[str, Any]:
        """Return the object that the command line prints as JSON, in English."""
        return {"ok": not self.problems, **asdict(self)}


def self_test(
    folder: str | Path | None = None, progress: Callable[[Finding], object] | None = None
) -> SelfTest:
    """Check the installed program on this computer. A failed check is a finding and raises nothing.

    Parameters
    ----------
    folder
        Folder whose disk is tested, normally that of the studies. None for the folder of temporary files.
    progress
        Called with each finding as soon as its check is done.
    """
    findings: list[Finding] = []
    checks: list[Callable[[], list[Finding]]] = [
        machine_checks.program,
        machine_checks.compiled,
        machine_checks.own_files,
        machine_checks.golden,
        machine_checks.witnessed,
        machine_checks.two_at_once,
        machine_checks.cached,
        lambda: machine_checks.disk(folder),
        machine_checks.window,
    ]
    for check in checks:
        for finding in check():
            findings.append(finding)
            if progress is not None:
                progress(finding)
    return SelfTest(tuple(findings), versions())

"""What one check of the installed program found."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one check.

    Parameters
    ----------
    what
        Was checked.
    told
        What was found, in a few words.
    problem
        One sentence with a way out; empty when all is well.
    """

    what: str
    told: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that an installation check found.

    Parameters
    ----------
    findings
        In the order of the checks.
    versions
        Name -> version of the program and its parts, in the order of a table.
    made_at
        ISO 8601 with zone.
    computer, system
        Its name; its operating system and machine.
    """

    findings: tuple[Finding, ...]
    versions: dict[str, str]
    made_at: str
    computer: str
    system: str

    @property
    def problems(self) -> tuple[str, ...]:
        """One sentence for each check that failed."""
        return tuple(f"{f.what[:1].upper()}{f.what[1:]}: {f.problem}" for f in self.findings if f.problem)

    def as_json(self) -> dict[str, Any]:
        """Return the shape that the command line prints."""
        return {"ok": not self.problems, **asdict(self)}

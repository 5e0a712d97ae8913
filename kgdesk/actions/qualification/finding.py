"""What one check of the installed program found."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, Self

from kgdesk.errors import Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kgdesk.files.speech import Speech


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one check; each text may be a phrase, for a certificate in another language.

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

    def as_wire(self) -> dict[str, Any]:
        """Return what another process makes the same finding of, with its phrases: values of JSON."""
        return {field.name: _as_wire(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def of_wire(cls, told: Mapping[str, Any]) -> Self:
        """Return the finding that `as_wire` was called for."""
        return cls(**{name: _of_wire(value) for name, value in told.items()})


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
        """One sentence in English for each check that failed."""
        return tuple(_sentence(str(f.what), str(f.problem)) for f in self.findings if f.problem)

    def problems_in(self, speech: Speech) -> tuple[str, ...]:
        """Return one sentence in a language for each check that failed."""
        return tuple(
            _sentence(speech.translate(f.what), speech.translate(f.problem))
            for f in self.findings
            if f.problem
        )

    def as_json(self) -> dict[str, Any]:
        """Return the shape that the command line prints, in English."""
        return {"ok": not self.problems, **asdict(self)}

    def as_wire(self) -> dict[str, Any]:
        """Return what another process makes the same report of, with its phrases: values of JSON."""
        found = [finding.as_wire() for finding in self.findings]
        return {**asdict(self), "findings": found, "system": _as_wire(self.system)}

    @classmethod
    def of_wire(cls, told: Mapping[str, Any]) -> Self:
        """Return the report that `as_wire` was called for."""
        found = tuple(map(Finding.of_wire, told["findings"]))
        return cls(**{**told, "findings": found, "system": _of_wire(told["system"])})


def last_words(text: str) -> str:
    """Return the last line that a process wrote before it ended, shortened."""
    lines = text.strip().splitlines()
    return " ".join(lines[-1].split())[:200] if lines else phrase("no words")


def _sentence(what: str, problem: str) -> str:
    return f"{what[:1].upper()}{what[1:]}: {problem}"


def _as_wire(text: str | float) -> object:
    if not isinstance(text, Phrase):
        return text
    return [text.template, {name: _as_wire(value) for name, value in text.values.items()}]


def _of_wire(told: Any) -> Any:
    if not isinstance(told, list | tuple):
        return told
    template, values = told
    return Phrase(template, {name: _of_wire(value) for name, value in values.items()})

"""Compares the log of a study with what was seen of it on this computer before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from kgdesk.text import in_sequence, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.study.events import Head, SetAside

Verdict = Literal["whole", "behind", "forked", "not known here"]


@dataclass(frozen=True, slots=True)
class Trust:
    """Agreement of a copy of a study with the heads that this computer has seen of that study.

    Parameters
    ----------
    verdict
        ``whole``: it has all entries seen here. ``behind``: it has only the first of the entries seen here.
        ``forked``: at least one of its entries differs from the one seen here. ``not known here``: the study was never
        seen here, so there is nothing to compare with.
    entries
        Number of events of the copy.
    common
        Number of events, from the beginning, that the copy shares with those seen; None if it is not known.
    seen
        The head on which the verdict is based; None if nothing was seen.
    place
        File or address where that head was seen; empty if nothing was seen.
    accepted
        Whether an operator decided on this computer to go on with this copy although it lacks entries seen here.
    settleable
        Whether it is forked only by a branch seen elsewhere, so that a person may decide that this one does not count.
    set_aside
        Events of the copy that make no sense and have no effect.
    unread
        Why what this computer has seen cannot be read just now, in a sentence; empty if it could.
    """

    verdict: Verdict
    entries: int
    common: int | None = None
    seen: Head | None = None
    place: str = ""
    accepted: bool = False
    settleable: bool = False
    set_aside: tuple[SetAside, ...] = ()
    unread: str = ""

    @property
    def unremarkable(self) -> bool:
        """Whether the numbers of the study need no warning: it is whole, and no event was set aside."""
        return self.verdict == "whole" and not self.set_aside

    @property
    def doubtful(self) -> bool:
        """Whether the copy is forked or behind."""
        return self.verdict in {"forked", "behind"}

    @property
    def sentence(self) -> str:
        """The verdict in words, with the way out."""
        return in_sequence([self._comparison, self._what_is_set_aside])

    @property
    def _what_is_set_aside(self) -> str:
        if not self.set_aside:
            return ""
        first, count = self.set_aside[0], len(self.set_aside)
        if count == 1:
            return phrase(
                "Entry {seq} (“{kind}”, by {operator}) does not make sense and is set aside: it stays on record, and "
                "nothing is computed from it. kgdesk does not write such entries: find out who did.",
                seq=first.seq,
                kind=first.kind,
                operator=first.operator,
            )
        return phrase(
            "{count} entries do not make sense and are set aside, the first of them entry {seq} (“{kind}”, by "
            "{operator}): they stay on record, and nothing is computed from them. kgdesk does not write such entries: "
            "find out who did.",
            count=count,
            seq=first.seq,
            kind=first.kind,
            operator=first.operator,
        )

    @property
    def _comparison(self) -> str:
        if self.unread:
            return phrase(
                "Not known here: what this computer has seen of this study cannot be read just now. {why}",
                why=self.unread,
            )
        if self.seen is None:
            return phrase(
                "Not known here: this computer had seen nothing of this study before, so it cannot tell whether "
                "entries were replaced or cut off. Compare the head with one that somebody holds (kgdesk verify STUDY "
                "--head HASH)."
            )
        seq = self.seen.seq
        if self.verdict == "whole":
            return phrase(
                "Whole: it has all {seq} entries that this computer has seen of this study.", seq=seq
            )
        taken = phrase("Somebody decided on this computer to go on with it.") if self.accepted else ""
        settle = phrase(
            "If the other copy does not count, as a practice copy, settle it (kgdesk verify STUDY --settle REASON)."
        )
        return in_sequence([self._difference(seq), settle if self.settleable else "", taken])

    def _difference(self, seq: int) -> str:
        if self.verdict == "behind":
            return phrase(
                "Behind: this copy ends with entry {entries}, but {place} was seen with {seq} entries. The newer "
                "entries are missing here.",
                entries=self.entries,
                place=self.place,
                seq=seq,
            )
        if self.common is None:
            return phrase(
                "Forked: this copy has other entries than {place}, which was seen with {seq} entries. Entries were "
                "replaced, or the study was continued in two places: find out which copy is right before you rely on "
                "either.",
                place=self.place,
                seq=seq,
            )
        return phrase(
            "Forked: from entry {first} on this copy has other entries than {place}, which was seen with {seq} "
            "entries. Entries were replaced, or the study was continued in two places: find out which copy is right "
            "before you rely on either.",
            first=self.common + 1,
            place=self.place,
            seq=seq,
        )

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that commands print and files hold."""
        seen = self.seen
        return {
            "verdict": self.verdict,
            "sentence": str(self.sentence),
            "entries": self.entries,
            "common_entries": self.common,
            "seen": None if seen is None else {"seq": seen.seq, "hash": seen.hash, "place": self.place},
            "accepted": self.accepted,
            "set_aside": [
                {"seq": one.seq, "kind": one.kind, "problem": one.problem} for one in self.set_aside
            ],
        }


def common_prefix(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how many events two chains share from the beginning, given their hashes.

    If two hashes at one position are equal, so are all before them.
    """
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if first[middle - 1] == second[middle - 1] else (low, middle - 1)
    return low

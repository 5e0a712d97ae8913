"""The code on a sample: which candidate it means, and what stands on the label of a candidate.

A lab that has stuck codes on its samples names the column of the table that holds them. Then a code means its
candidate as well as the candidate's name does. A candidate whose cell is empty has its name alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kgdesk.errors import BadInput, listed, phrase

if TYPE_CHECKING:
    from kgdesk.model.pool import Pool


@dataclass(frozen=True)
class Barcodes:
    """What the codes on the samples mean.

    Parameters
    ----------
    pool
        The candidates.
    column
        Name of a column kept with the data; empty where samples are known by the candidates' names.

    Raises
    ------
    BadInput
        The pool has no such column, or a code means two candidates.
    """

    pool: Pool
    column: str = ""

    def __post_init__(self) -> None:
        if not self.column:
            return
        kept = self.pool.extras
        if self.column not in kept:
            known = listed(kept) if kept else phrase("no column for people")
            raise BadInput(
                phrase(
                    "There is no column “{column}” with the codes of the samples: the table keeps {known}.",
                    column=self.column,
                    known=known,
                )
            )
        means: dict[str, str] = {}
        named = set(self.pool.ids)
        for name, code in zip(self.pool.ids, self._codes, strict=True):
            if not code:
                continue
            other = code if code in named else means.setdefault(code, name)
            if other != name:
                raise BadInput(
                    phrase(
                        "The code “{code}” in “{column}” means two candidates, {other} and {name}: give each sample a "
                        "code of its own, or leave the column out as the one with the codes.",
                        code=code,
                        column=self.column,
                        other=other,
                        name=name,
                    )
                )

    @cached_property
    def _codes(self) -> tuple[str, ...]:
        column = self.pool.extras.get(self.column)
        return ("",) * len(self.pool) if column is None else tuple(cell.strip() for cell in column)

    @cached_property
    def _exactly(self) -> dict[str, str]:
        coded = {code: name for name, code in zip(self.pool.ids, self._codes, strict=True) if code}
        return coded | {name: name for name in self.pool.ids}

    @cached_property
    def _folded(self) -> dict[str, str]:
        """Return what each text means whatever its letters; empty where that is more than one candidate."""
        found: dict[str, str] = {}
        for text, name in self._exactly.items():
            folded = text.strip().casefold()
            found[folded] = name if found.get(folded, name) == name else ""
        return found

    @property
    def coded(self) -> tuple[str, ...]:
        """The candidates whose samples bear a code, in the order of the table."""
        return tuple(name for name, code in zip(self.pool.ids, self._codes, strict=True) if code)

    def code_of(self, candidate: str) -> str:
        """Return the code on the sample of a candidate: its name where it has no other."""
        return self._codes[self.pool.row(candidate)] or candidate

    def find(self, text: str) -> str | None:
        """Return the candidate that a name or a code means; None if there is none.

        Capital and small letters count as one where only one candidate fits.
        """
        return self._exactly.get(text) or self._folded.get(text.strip().casefold()) or None

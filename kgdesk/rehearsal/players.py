"""Who plays in a simulated study: a policy with the belief and the terms by which it chooses."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from kgdesk.errors import BadInput, phrase
from kgdesk.model import policies

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Player:
    """A policy, and the belief and terms by which it chooses and recommends."""

    policy: str
    belief: str
    terms: str = "linear"

    @property
    def model(self) -> str:
        """The belief, and the terms where they are not linear: ``moments``, ``moments+quadratic``."""
        return self.belief if self.terms == "linear" else f"{self.belief}+{self.terms}"

    @property
    def name(self) -> str:
        """Policy and model with a slash between: ``kg/diagonal``."""
        return f"{self.policy}/{self.model}"


def players(
    names: Sequence[str], belief: str, *, beliefless: str = "", terms: Sequence[str] = ("linear",)
) -> tuple[Player, ...]:
    """Return the players of names like ``kg`` and ``kg/diagonal``.

    Parameters
    ----------
    names
        At least one, no two of them the same.
    belief
        Of a name without one.
    beliefless
        Of a name without one whose policy looks at no belief, if another than `belief` is to recommend for it.
    terms
        Every name plays with each of these.

    Raises
    ------
    BadInput
        No name, an unknown one, or one given twice; an average of terms with the diagonal belief.
    """
    if not names:
        raise BadInput(phrase("There is no policy to rehearse: name at least one (as --policies kg,random)."))
    made: list[Player] = []
    for name, own in product(names, terms):
        rule = policies.policy(name)
        plain = name.partition("/")[0]
        kind = rule.belief or (beliefless if plain == "random" and beliefless else belief)
        player = Player(plain, kind, own)
        if own == "average" and kind == "diagonal":
            raise BadInput(
                phrase(
                    "An average of terms needs the belief moments or full: “{name}” brings another.",
                    name=name,
                )
            )
        if player in made:
            raise BadInput(phrase("The policy “{name}” is named twice: leave one out.", name=player.name))
        made.append(player)
    return tuple(made)

"""Random tables and settings from which studies are created."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.model import policies

if TYPE_CHECKING:
    from pathlib import Path


TERMS = ("linear", "interactions", "quadratic", "average")
BELIEFS = ("moments", "full", "diagonal")
_RULES = (
    "",
    "runs 6",
    "at-stake 15 and succeeded 1",
    "(at-stake 30 and succeeded 2) or runs 9",
    "succeeded 1 and runs 3",
    "(within 20 at 50 or at-stake 10) and succeeded 1",
    "value 0.4",
    "within 5 at 90",
    "cost 20 worth 15",
    "runs 4 or runs 9",
    "at-stake 5 or (runs 3 and at-stake 20)",
    "value 1 or (within 10 at 60 and runs 4)",
    "(cost 3 worth 2 or runs 9) and within 20 at 50",
)
_SOLVENTS = ("water", "DMF", "THF", "α-pinene")


@dataclass(frozen=True)
class Table:
    """Table of candidates as a laboratory has it, and how to parse it."""

    headings: list[str]
    rows: list[list[str]]
    categories: tuple[str, ...]
    extras: tuple[str, ...]
    logs: tuple[str, ...]
    outcome: str | None

    def write(self, path: Path) -> None:
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([self.headings, *self.rows])


def table(rng: np.random.Generator, raw: bool) -> Table:
    """Return a table of 8 to 60 candidates: 1 to 5 numbers, 0 to 2 categories, some of them equal."""
    count, numbers = int(rng.integers(8, 61)), int(rng.integers(1, 6))
    if rng.random() < 0.5:
        count, numbers = min(count, 24), min(numbers, 3)
    columns: dict[str, list[str]] = {"code": [f"C-{n:03d}" for n in range(1, count + 1)]}
    logs = []
    for n in range(numbers):
        if rng.random() < 0.3:  # few distinct levels, as in a screening design
            levels = np.round(np.sort(rng.normal(size=int(rng.integers(2, 5)))), 2)
            cells = rng.choice(levels, size=count)
        else:
            cells = np.round(rng.normal(size=count) * (1.0 if raw else 10.0 ** rng.integers(-2, 4)), 4)
        if not raw and rng.random() < 0.15:
            cells = np.round(np.exp(rng.normal(size=count)), 5) + 0.001
            logs.append(f"x{n + 1}")
        columns[f"x{n + 1}"] = [repr(float(cell)) for cell in cells]
    categories = [f"kind{n + 1}" for n in range(int(rng.choice([0, 0, 0, 1, 1, 2])))]
    for name in categories:
        columns[name] = rng.choice(_SOLVENTS[: int(rng.integers(2, 5))], size=count).tolist()
    for _ in range(int(rng.choice([0, 0, 1, 4]))):  # equal candidates are one alternative
        one, other = rng.choice(count, size=2, replace=False)
        for name in columns.keys() - {"code"}:
            columns[name][int(other)] = columns[name][int(one)]
    extras = [name for name in ("well", "made", "instrument") if rng.random() < 0.4]
    for name in extras:
        columns[name] = {
            "well": [f"{n // 12 + 1}-{'ABCDEFGH'[n % 8]}{n % 12 + 1}" for n in range(count)],
            "made": [f"{n % 28 + 1:02d}.08.2026" for n in range(count)],
            "instrument": rng.choice(["one", "two", ""], size=count).tolist(),
        }[name]
    outcome = None
    if rng.random() < 0.2:
        outcome = "past"
        columns["past"] = rng.choice(["", "", "yes", "no"], size=count).tolist()
        if not any(columns["past"]):
            columns["past"][0] = "yes"
    rows = [list(row) for row in zip(*columns.values(), strict=True)]
    return Table(list(columns), rows, tuple(categories), tuple(extras), tuple(logs), outcome)


def repeats(seed: int) -> str:
    """Return whether the candidates of a study are run again; a third of the studies limit their runs."""
    return str(np.random.default_rng((17, seed)).choice(["", "yes", "no", "2"], p=[0.4, 0.27, 0.25, 0.08]))


def blocks(seed: int, given: dict[str, Any]) -> str:
    """Return what runs share in a study; every fourth one whose beliefs can learn from blocks names something."""
    if seed % 4 or "diagonal" in (given["belief"], given["policy"].partition("/")[2]):
        return ""
    return "Lot" if given["terms"].startswith("average") else "Lot, operator"


def measured(seed: int, given: dict[str, Any], drawn: Table) -> dict[str, Any]:
    """Return what a study measures: two of five that have no blocks and no past outcomes state a threshold."""
    rng = np.random.default_rng((21, seed))
    if given["blocks"] or drawn.outcome is not None or rng.random() >= 0.4:
        return {}
    scale = str(rng.choice(["natural", "natural", "log", "logit"]))
    return {
        "measured": "yield",
        "measured_unit": str(rng.choice(["%", "%", "mg"])) if scale != "logit" else "%",
        "threshold": float(rng.choice([20.0, 60.0])),
        "direction": str(rng.choice(["at-least", "at-most"])),
        "likelihood": str(rng.choice(["values", "values", "outcomes"])),
        "scale": scale,
    }


def effects(seed: int, drawn: Table) -> tuple[str, ...]:
    """Return what a person expects of an attribute: a fifth of the studies state it of the first number."""
    rng = np.random.default_rng((18, seed))
    name = drawn.headings[1]
    varies = len({row[1] for row in drawn.rows}) > 1
    if name in drawn.categories or not varies or rng.random() >= 0.2:
        return ()
    return (f"{name}={rng.normal():.3f}+-{rng.uniform(0.2, 2.0):.3f}",)


def learns_from_another(seed: int, given: dict[str, Any], drawn: Table) -> bool:
    """Return whether a study learns from an earlier one: a quarter of those that the reference can follow."""
    alone = "/" not in given["policy"] and not given["raw"] and drawn.outcome is None and seed % 4
    alone = alone and not given.get("measured")
    return bool(alone and given["belief"] != "diagonal") and np.random.default_rng((19, seed)).random() < 0.25


def policy_of(given: dict[str, Any]) -> str:
    """Return the policy that a new study must have: the one given, or the default for its repeats and terms."""
    default = {"linear": "kg-then-turns"}.get(given["terms"], "kg")
    return str(given["policy"]) or ("exploit" if given["repeats"] == "no" else default)


def settings(rng: np.random.Generator, drawn: Table, raw: bool) -> dict[str, Any]:
    """Return random settings; every choice of terms, belief, policy and rule occurs."""
    terms = "linear" if raw else str(rng.choice(TERMS, p=[0.34, 0.16, 0.2, 0.3]))
    belief = str(rng.choice(BELIEFS, p=[0.6, 0.2, 0.2]))
    if terms == "average" and belief == "diagonal":
        belief = "moments"
    which = rng.random()
    policy = "kg" if which < 0.6 else str(rng.choice(sorted(policies.POLICIES)))
    if rng.random() < 0.1:
        other = str(rng.choice(BELIEFS if terms != "average" else BELIEFS[:2]))
        policy = f"{policy}/{other}"
    elif 0.35 < which < 0.6:
        policy = ""  # the study names none
    groups = [name for name in (*drawn.extras, *drawn.categories) if name in {"instrument", "kind1"}]
    if len(drawn.rows) % 3 == 0:  # without a draw, so that the other settings stay those of the seed
        terms = {"quadratic": "squares", "average": "average-squares"}.get(terms, terms)
    return {
        "title": str(rng.choice(["", "A screen"])),
        "belief": belief,
        "policy": policy,
        "prior_precision": float(rng.choice([1.0, 1.0, 0.5, 2.0, 4.0])),
        "prior_intercept": float(rng.choice([0.0, 0.0, -1.5, -3.0, 0.7])),
        "budget": int(rng.choice([1, 4, 8, 30, 30])),
        "seed": int(rng.integers(0, 1000)),
        "raw": raw,
        "terms": terms,
        "term_precision": float(rng.choice([2.0, 10.0])) if rng.random() < 0.2 else None,
        "stop": str(rng.choice(_RULES)),
        # Most studies start without a location column; some set it later.
        "location": str(rng.choice(drawn.extras)) if drawn.extras and rng.random() < 0.3 else "",
        "never_together": (groups[0],) if groups and rng.random() < 0.35 else (),
    }

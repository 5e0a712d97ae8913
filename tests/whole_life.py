"""A life of a study with measured values, worklists, files of results, added candidates and changed settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.model.policies import default_policy

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.model.study.study import Study

    Facts = list[tuple[str, dict[str, Any]]]

MEASURED = {"measured": "yield", "measured_unit": "%", "threshold": 60.0, "direction": "at-least"}
WELLS = [
    {"well": "A01", "holds": "candidate", "name": "C-02"},
    {"well": "B01", "holds": "control", "name": "positive"},
    {"well": "C01", "holds": "empty"},
    {"well": "A02", "holds": "candidate", "name": "C-05"},
    {"well": "B02", "holds": "candidate", "name": "C-02"},
]


def change(setting: str, old: object, new: object) -> tuple[str, dict[str, Any]]:
    return "settings_changed", {"setting": setting, "old": old, "new": new, "reason": "why"}


def worklist(**other: Any) -> tuple[str, dict[str, Any]]:
    facts = {
        "id": "W-1",
        "name": "Monday",
        "rows": 8,
        "columns": 12,
        "order": "columns",
        "seed": 7,
        "wells": WELLS,
        "template": {"delimiter": ";"},
    }
    return "worklist_made", facts | other


def started(candidate: str, token: str, well: str, **other: Any) -> tuple[str, dict[str, Any]]:
    facts = {"candidate": candidate, "run_token": token, "worklist": "W-1", "well": well}
    return "experiment_started", facts | other


def results(**other: Any) -> tuple[str, dict[str, Any]]:
    facts = {
        "file": "plate.csv",
        "digest": "0" * 64,
        "rows": 5,
        "controls": [{"name": "positive", "well": "B01", "value": 91.5, "passed": True}],
        "empty": ["C01"],
        "worklist": "W-1",
    }
    return "results_read", facts | other


def outcome(candidate: str, won: str, **other: Any) -> tuple[str, dict[str, Any]]:
    return "outcome_recorded", {"candidate": candidate, "outcome": won} | other


def corrected(run: int, won: str, candidate: str, **new: Any) -> tuple[str, dict[str, Any]]:
    kind = "outcome_voided" if won == "void" else "outcome_corrected"
    facts = {
        "run": run,
        "old": {"candidate": "C-02", "outcome": "success"},
        "new": {"candidate": candidate, "outcome": won} | new,
        "reason": "typed wrong",
    }
    return kind, facts


def added(**other: Any) -> tuple[str, dict[str, Any]]:
    facts = {
        "ids": ["N-1", "N-2"],
        "values": [[33.0, 90.0], [0.25, 0.35], ["DMF", "water"]],
        "extras": {"well": ["H11", "H12"]},
        "source": {"file": "more.csv"},
        "reason": "a new batch",
    }
    return "candidates_added", facts | other


#: One gesture after the other, from a study with the settings `MEASURED` and twelve candidates on.
LIFE: tuple[Callable[[Study], Facts], ...] = (
    lambda s: [change("location", "", "well"), change("title", s.settings.title, "Solvents")],
    lambda _: [worklist(), started("C-02", "R-1", "A01"), started("C-05", "R-2", "A02")],
    lambda _: [started("C-02", "R-3", "B02", reason="again")],
    lambda _: [
        results(),
        outcome("C-02", "success", run_token="R-1", measured=71.25),
        outcome("C-05", "failure", run_token="R-2", measured=12),
    ],
    lambda _: [corrected(1, "failure", "C-02", measured=17.25)],
    lambda _: [
        change("budget", 30, 45),
        change("stop", "", "value 0.01"),
        change("policy", default_policy("linear"), "random"),
    ],
    lambda _: [added()],
    lambda _: [outcome("N-2", "success"), change("repeats", "", "3")],
    lambda _: [outcome("C-02", "void", run_token="R-3", reason="dropped")],
)

"""Parts of sentences that several commands print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.cli import console
from kgdesk.model.study.next_run import place_text
from kgdesk.model.study.stopping_rules import VERDICTS

if TYPE_CHECKING:
    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.study import Study


def percent(share: float) -> str:
    """Format a probability in whole per cent."""
    return f"{100 * share:.0f} %"


def estimate(data: dict[str, Any]) -> str:
    """Return a probability with its 90 % interval."""
    low, high = data["interval"]
    return f"{percent(data['probability'])} (90 % range {100.0 * low:.0f}-{percent(high)})"


def value_expected(data: dict[str, Any], settings: Settings) -> str:
    """Return the predicted value with its 90 % interval after a comma; empty where no value is predicted."""
    if "value" not in data:
        return ""
    low, high = data["value_interval"]
    name = console.one_line(f"{settings.measured} {data['value']:.3g} {settings.measured_unit}".rstrip())
    return f", {name} (90 % range {low:.3g} to {high:.3g})"


def best(recommended: dict[str, Any], study: Study) -> str:
    """Return a sentence on the best candidate so far."""
    if not study.valid:
        return "No outcome is recorded yet: no candidate is best so far."
    return f"Best so far: {console.one_line(recommended['candidate'])}, {estimate(recommended)}."


def stop_line(stop: dict[str, Any]) -> str:
    """Return the verdict of the stopping rule in one line."""
    return console.one_line(f"{VERDICTS[stop['verdict']]}: {stop['why']}")


def name_with_location(study: Study, run: dict[str, Any]) -> str:
    """Return the name of a candidate with the location of its sample."""
    where = place_text(study, run["candidate"])
    return console.one_line(f"{run['candidate']} ({where})" if where else str(run["candidate"]))

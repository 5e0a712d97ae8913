"""Options follow from the declarations of the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from list_commands import commands

from kgdesk import actions
from kgdesk.model.study.settings import SETTINGS, Settings
from kgdesk.model.study.setup import AMENDABLE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from answering import Answer

#: For each setting: its options in `kgdesk new`, and the values that a study made with these gets.
STATED: dict[str, tuple[tuple[str, ...], Any]] = {
    "title": (("--title", "Second plate"), "Second plate"),
    "belief": (("--belief", "full"), "full"),
    "policy": (("--policy", "thompson"), "thompson"),
    "prior_precision": (("--prior-precision", "2.5"), 2.5),
    "budget": (("--budget", "12"), 12),
    "seed": (("--seed", "7"), 7),
    "raw": (("--raw",), True),
    "terms": (("--terms", "interactions"), "interactions"),
    "term_precision": (("--terms", "quadratic", "--term-precision", "6"), 6.0),
    "square_precision": (("--terms", "quadratic", "--square-precision", "5"), 5.0),
    "success_name": (("--success", "Crystal"), "Crystal"),
    "failure_name": (("--failure", "Clear"), "Clear"),
    "success_means": (("--success-means", "seen by two people"), "seen by two people"),
    "failure_means": (("--failure-means", "clear after a week"), "clear after a week"),
    "stop": (("--stop", "value 0.1", "--stop", "runs 9"), "value 0.1 or runs 9"),
    "never_together": (("--never-together", "well"), ("well",)),
    "barcode": (("--barcode", "well"), "well"),
    "location": (("--location", "well"), "well"),
    "card_columns": (("--card-column", "well"), "well"),
    "repeats": (("--repeats", "3"), "3"),
    "at_once": (("--at-once", "8"), 8),
    "blind": (("--blind", "yes"), "yes"),
    "measured": (("--measured", "yield"), "yield"),
    "measured_unit": (("--measured", "yield >= 20 %"), "%"),
    "threshold": (("--measured", "yield >= 20 %"), 20.0),
    "direction": (("--measured", "yield >= 20 %"), "at-least"),
    "likelihood": (("--measured", "yield >= 20 %", "--likelihood", "outcomes"), "outcomes"),
    "scale": (("--measured", "yield >= 20 %", "--scale", "logit"), "logit"),
    "prior_effects": (
        ("--prior-of", "temperature=1+-0.5", "--prior-of", "ratio=-2±1"),
        ("temperature=1+-0.5", "ratio=-2±1"),
    ),
    "blocks": (("--block", "plate", "--block", "Lot"), "plate, Lot"),
    "meanings": (("--meaning", "n.d.=none", "--meaning", "OK=success"), ("n.d.=none", "OK=success")),
}


def test_every_setting_has_an_option_but_the_prior_of_a_typical_candidate_which_is_stated_in_words() -> None:
    assert set(SETTINGS) - set(STATED) == {"prior_intercept"}
    flags = {flag for action in commands()["new"]._actions for flag in action.option_strings}
    assert {options[-2 if len(options) > 1 else 0] for options, _ in STATED.values()} <= flags


@pytest.mark.parametrize("name", list(STATED))
def test_the_option_of_a_setting_sets_it(
    kgdesk: Callable[..., Answer], table_path: Path, tmp_path: Path, name: str
) -> None:
    options, value = STATED[name]
    path = tmp_path / "made.kgstudy"
    columns = ("--id", "code", "--attributes", "temperature,ratio")
    made = kgdesk("new", path, "--candidates", table_path, *columns, "--ignore", _unused(options), *options)
    assert made.code == 0, made.err
    with actions.open_study(path, actions.Operator("Kim"), read_only=True) as session:
        settings = session.study.settings
    assert getattr(settings, name) == value
    assert getattr(Settings(), name) != value


def _unused(options: tuple[str, ...]) -> str:
    return ",".join(column for column in ("solvent", "well") if column not in options[-1])


def test_what_may_change_can_be_changed_and_taken_away_by_options_of_set() -> None:
    flags = {flag for action in commands()["set"]._actions for flag in action.option_strings}
    for name in AMENDABLE:
        flag = (SETTINGS[name].key.rpartition(".")[2] or name).replace("_", "-")
        assert f"--{flag}" in flags
        assert (f"--no-{flag}" in flags) == SETTINGS[name].removable

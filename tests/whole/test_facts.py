"""A sentence fits the facts of the truth harness only if it states these numbers and names and no others."""

from __future__ import annotations

import pytest
from truth.facts import Format, Points, Share, fits

NAMES = ["C-001", "C-002"]


@pytest.mark.parametrize(
    ("sentence", "facts", "right"),
    [
        ("C-001 succeeds with 34 %.", ["C-001", Share(0.34)], True),
        ("Mit 34 % gelingt C-001.", ["C-001", Share(0.34)], True),
        ("C-001 succeeds with 34 %.", ["C-002", Share(0.34)], False),
        ("C-001 succeeds with 34 %.", [Share(0.34)], False),
        ("C-001 succeeds with 35 %.", ["C-001", Share(0.34)], False),
        (
            "C-001 succeeds with 34 %.",
            ["C-001", Share(0.345)],
            True,
        ),  # a tie, which may be rounded either way
        ("C-001 succeeds with 34 % (8-68 %).", ["C-001", Share(0.34), Share(0.08), Share(0.68)], True),
        ("C-001 succeeds with 34 % (8-68 %).", ["C-001", Share(0.34), Share(0.08)], False),
        ("C-001, then C-001", ["C-001"], False),
        ("worth 0,90 points", [Points(0.009)], True),
        ("worth 0.91 points", [Points(0.009)], False),
        ("worth < 0.0001 points", [Points(1e-7)], True),
        ("worth 2.04e-12", [Format(2.04e-12, ".3g")], True),
        ("worth 2.04e-12", [Format(1.0, ".3g")], False),
        ("by Kim on plate 1-A1", ["Kim", "1-A1"], True),
        ("by Kim on plate 1-A2", ["Kim", "1-A1"], False),
        ("1,020 of 30 runs", [1020, 30], True),
        ("1.021 von 30 Versuchen", [1020, 30], False),
        ("nothing", [], True),
        ("nothing but 1", [], False),
    ],
)
def test_a_sentence_states_its_facts_and_no_others(sentence: str, facts: list[object], right: bool) -> None:
    assert fits(sentence, facts, NAMES) is right  # type: ignore[arg-type]

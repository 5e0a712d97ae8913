"""One vocabulary of outcomes: own words, usual pairs, counts, measured values."""

from __future__ import annotations

import pytest

from kgdesk.errors import BadInput, UnknownWord
from kgdesk.model.study.outcome_words import (
    OutcomeReading,
    flags_or_values,
    measured_setting,
    outcome_word,
    read_measured,
    read_outcome,
    refuse_contradiction,
    refuse_undecided,
)
from kgdesk.model.study.records import Limit, Measured
from kgdesk.model.study.settings import Settings

PLAIN = Settings()
YIELD = Settings(**measured_setting("yield >= 20 %"))


@pytest.mark.parametrize("word", ["success", "Success", "yes", "JA", "true", "WAHR", "pass", "1", "Erfolg"])
def test_usual_words_for_a_success(word: str) -> None:
    assert read_outcome(f" {word} ", PLAIN) == OutcomeReading(("success",))


@pytest.mark.parametrize(
    "word", ["failure", "no", "nein", "False", "FALSCH", "fail", "0", "-1", "Fehlschlag"]
)
def test_usual_words_for_a_failure(word: str) -> None:
    assert read_outcome(word, PLAIN) == OutcomeReading(("failure",))


@pytest.mark.parametrize("word", ["void", "Ungültig"])
def test_words_for_a_void(word: str) -> None:
    assert read_outcome(word, PLAIN) == OutcomeReading(("void",))


def test_own_words_come_first_and_take_their_pair_out_of_the_usual_ones() -> None:
    own = Settings(success_name="No growth", failure_name="Yes")
    assert read_outcome("no growth", own).outcomes == ("success",)
    assert read_outcome("yes", own).outcomes == ("failure",)
    assert read_outcome("ja", own).outcomes == ("success",)
    with pytest.raises(BadInput, match="No growth/Yes"):
        read_outcome("no", own)


def test_a_count_is_so_many_successes_of_so_many_runs() -> None:
    for text in ("2/5", "2 / 5", "2 of 5", "2 von 5"):
        assert read_outcome(text, PLAIN).count == (2, 5)
    assert read_outcome("2/5", PLAIN).outcomes == ("success",) * 2 + ("failure",) * 3
    for text in ("3/2", "0/0", "1/0", "1/1001"):
        with pytest.raises(BadInput, match="not a count"):
            read_outcome(text, PLAIN)


@pytest.mark.parametrize(
    ("text", "outcome", "value"),
    [
        ("20", "success", 20.0),
        ("19.99", "failure", 19.99),
        ("23,5 %", "success", 23.5),
        ("1", "failure", 1.0),
        ("1e2", "success", 100.0),
    ],
)
def test_a_number_is_the_measured_value_where_the_study_states_a_threshold(
    text: str, outcome: str, value: float
) -> None:
    assert read_outcome(text, YIELD) == OutcomeReading((outcome,), value)  # type: ignore[arg-type]


def test_words_stay_words_where_a_value_is_measured() -> None:
    assert read_outcome("ja", YIELD) == OutcomeReading(("success",))
    assert read_outcome("void", YIELD) == OutcomeReading(("void",))


@pytest.mark.parametrize("text", ["maybe", "0.7", "3. Mai", "12,345"])
def test_what_has_no_meaning_is_refused_with_the_words_that_have(text: str) -> None:
    with pytest.raises(BadInput, match="success/failure"):
        read_outcome(text, PLAIN)
    if text == "12,345":
        with pytest.raises(BadInput, match="two ways"):
            read_outcome(text, YIELD)
        assert read_outcome(text, YIELD, "comma").measured == 12.345


@pytest.mark.parametrize(
    ("text", "name", "unit", "threshold", "direction"),
    [
        ("yield >= 20 %", "yield", "%", 20.0, "at-least"),
        ("yield>=20%", "yield", "%", 20.0, "at-least"),
        ("OD 600 <= 0,35", "OD 600", "", 0.35, "at-most"),
        ("pH ≥ 7", "pH", "", 7.0, "at-least"),
        ("signal <= 0,125 mV", "signal", "mV", 0.125, "at-most"),
        ("signal", "signal", "", None, ""),
        ("", "", "", None, ""),
    ],
)
def test_what_is_measured_is_stated_in_one_line(
    text: str, name: str, unit: str, threshold: float | None, direction: str
) -> None:
    settings = Settings(**measured_setting(text))
    assert (settings.measured, settings.measured_unit) == (name, unit)
    assert (settings.threshold, settings.direction) == (threshold, direction)


@pytest.mark.parametrize("text", [">= 20", "yield >=", "yield = 20", "yield >= twenty", "a >= 1 >= 2"])
def test_a_statement_that_says_too_little_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="yield >= 20 %"):
        measured_setting(text)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [("<5", "failure"), ("< 20 %", "failure"), ("≤19,5", "failure"), (">95", "success"), (">=20", "success")],
)
def test_a_limit_on_one_side_of_the_threshold_is_an_outcome(text: str, outcome: str) -> None:
    reading = read_outcome(text, YIELD)
    assert reading.outcomes == (outcome,)
    assert isinstance(reading.measured, Limit)


@pytest.mark.parametrize("text", ["<30", "<=20", ">19", "≥5"])
def test_a_limit_that_leaves_both_outcomes_open_is_undecided_and_goes_with_either(text: str) -> None:
    limit = read_measured(text, YIELD)
    assert read_outcome(text, YIELD) == OutcomeReading(("undecided",), limit)
    assert YIELD.leaves_open(limit)
    refuse_contradiction("success", limit, YIELD)
    refuse_contradiction("failure", limit, YIELD)
    refuse_undecided("undecided", limit, YIELD)


@pytest.mark.parametrize("value", [None, 19.0, 20.0, Limit("<", 20.0), Limit(">", 20.0)])
def test_nothing_but_a_limit_that_leaves_both_outcomes_open_is_undecided(value: Measured | None) -> None:
    assert not YIELD.leaves_open(value)
    with pytest.raises(BadInput, match="leaves both outcomes open, such as <70"):
        refuse_undecided("undecided", value, YIELD)
    with pytest.raises(BadInput, match="leaves both outcomes open"):
        refuse_undecided("undecided", Limit("<", 30.0), Settings(measured="yield"))


def test_where_little_is_a_success_a_limit_below_the_threshold_is_one() -> None:
    most = Settings(**measured_setting("loss <= 2"))
    meant = {
        text: most.outcome_of(read_measured(text, most)) for text in ("<2", "<=2", ">2", ">=2", "<3", ">1")
    }
    assert meant == {"<2": "success", "<=2": "success", ">2": "failure", ">=2": "", "<3": "", ">1": ""}


@pytest.mark.parametrize("limit", [Limit("<", 5.0), Limit(">=", 0.25), Limit("<=", -1e-7), Limit(">", 1e16)])
def test_a_limit_is_restored_from_its_text(limit: Limit) -> None:
    assert Limit.parse(str(limit)) == limit


@pytest.mark.parametrize("text", ["5", "<", "<5.0", "<inf", "<nan", "< 5", "=<5", "<0x5", "<1_0"])
def test_another_text_is_no_limit_of_an_entry(text: str) -> None:
    with pytest.raises(ValueError, match=r"limit|float"):
        Limit.parse(text)


def test_a_word_that_the_study_gives_a_meaning_has_it() -> None:
    own = Settings(
        meanings=(
            "OK=success",
            "no crystal=failure",
            "dropped=void",
            "n.d.=none",
            "?=none",
            "-999=none",
            "=0=failure",
        )
    )
    words = ("ok", "No  crystal", "DROPPED", "n.d.", "?", "-999", "=0")
    assert [read_outcome(word, own).outcomes for word in words] == [
        ("success",), ("failure",), ("void",), (), (), (), ("failure",),
    ]  # fmt: skip
    with pytest.raises(UnknownWord):
        read_outcome("PENDING", own)


def test_a_limit_that_is_given_a_meaning_keeps_its_limit_and_cannot_contradict_it() -> None:
    own = Settings(
        **measured_setting("yield >= 20 %"), meanings=("<30=failure", "<LOD=failure", "<5=success")
    )
    assert read_outcome("<30", own) == OutcomeReading(("failure",), Limit("<", 30.0))
    assert read_outcome("<LOD", own) == OutcomeReading(("failure",))
    with pytest.raises(BadInput, match="success does not go with <5"):
        read_outcome("<5", own)


@pytest.mark.parametrize("meanings", [("n.d.",), ("n.d.=maybe",), ("=none",), ("x=none", "X=void")])
def test_a_meaning_that_says_nothing_or_two_things_is_refused(meanings: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match=r"what a word means|two meanings"):
        Settings(meanings=meanings)


@pytest.mark.parametrize(
    ("texts", "rule", "asked"),
    [
        (["0", "1", "1"], "yield >= 20 %", {"0", "1"}),
        (["1"], "yield >= 20 %", {"1"}),
        (["0"], "yield >= 20 %", set()),
        (["0", "1"], "ratio >= 0.5", set()),
        (["0", "1", "12"], "yield >= 20 %", set()),
        (["0", "1"], "yield", set()),
        (["0", "1"], "", set()),
    ],
)
def test_zeros_and_ones_alone_are_asked_about_where_a_value_would_mean_something_else(
    texts: list[str], rule: str, asked: set[str]
) -> None:
    assert flags_or_values(texts, Settings(**measured_setting(rule))) == asked


def test_undecided_is_a_word_for_an_outcome_only_where_a_threshold_makes_runs_so() -> None:
    assert outcome_word("Undecided", YIELD) == "undecided"
    assert outcome_word("undecided", Settings()) is None


def test_a_threshold_and_a_value_that_may_have_thousands_are_refused_and_other_commas_are_decimal() -> None:
    with pytest.raises(BadInput, match=r"“1,250” can be read in two ways"):
        measured_setting("yield >= 1,250 mg")
    assert read_outcome("0,125", YIELD).measured == 0.125
    assert read_outcome("1234,567", YIELD).measured == 1234.567

import math
import struct
from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgdesk.tables.numbers import (
    NotANumber,
    is_date,
    is_number,
    number_text,
    parse_column,
    parse_number,
    why_not,
)

DIGITS = st.text("0123456789", min_size=1, max_size=25)
SIGN = st.sampled_from(["", "+", "-"])


@st.composite
def number_texts(draw: st.DrawFn) -> str:
    whole, fraction = draw(DIGITS), draw(st.none() | st.just("") | DIGITS)
    text = draw(SIGN) + whole + ("" if fraction is None else f".{fraction}")
    exponent = draw(st.none() | st.integers(-330, 300))
    return text if exponent is None else f"{text}{draw(st.sampled_from('eE'))}{exponent}"


def nearest(exact: Decimal, number: float) -> bool:
    """Return whether no other float64 is nearer, by exact arithmetic."""
    with_error = abs(Decimal(number) - exact)
    neighbours = (math.nextafter(number, math.inf), math.nextafter(number, -math.inf))
    return all(math.isinf(other) or abs(Decimal(other) - exact) >= with_error for other in neighbours)


@given(number_texts(), st.sampled_from(["point", "comma"]))
def test_a_number_is_the_nearest_float_of_its_exact_decimal(text: str, decimal: str) -> None:
    exact = Decimal(text)
    written = text if decimal == "point" else text.replace(".", ",")
    try:
        number = parse_number(written, decimal)
    except NotANumber:
        assert 0 < abs(exact) < Decimal("5e-324") or abs(exact) > Decimal("1.7976931348623157e308")
    else:
        with localcontext() as context:
            context.prec = 1200
            assert nearest(exact, number)
        assert parse_column([written], decimal) == (number,)


@given(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from(["point", "comma"]))
def test_the_text_of_a_float_reads_back_bit_by_bit(number: float, decimal: str) -> None:
    back = parse_number(number_text(number, decimal), decimal)
    assert struct.pack("<d", back) == struct.pack("<d", number)


@given(st.text(max_size=12), st.sampled_from(["point", "comma"]))
def test_whatever_is_read_as_a_number_is_plain_ascii_and_finite(text: str, decimal: str) -> None:
    try:
        number = parse_number(text, decimal)
    except NotANumber:
        assert why_not(text.strip(" \t"), decimal)
        assert parse_column([text], decimal) is None
    else:
        assert math.isfinite(number)
        assert set(text.strip(" \t")) <= set("0123456789+-eE" + (".", ",")[decimal == "comma"])


@given(st.lists(st.sampled_from(["1", "-2,5", "1.5", "x", "", "1\n2", "1e400", "1e-400", " 3 ", "0", "0e9"])))
def test_a_column_is_read_exactly_when_each_of_its_cells_is(cells: list[str]) -> None:
    for decimal in ("point", "comma"):
        try:
            expected = tuple(parse_number(cell, decimal) for cell in cells)
        except NotANumber:
            expected = None
        assert parse_column(cells, decimal) == expected


@pytest.mark.parametrize(
    ("text", "decimal", "reason"),
    [
        ("", "point", "empty"),
        ("1_000", "point", "underscore; write it as 1000"),
        ("\uff11\uff12", "point", "U+FF11"),
        ("\u0663", "point", "U+0663"),
        ("½", "point", "U+00BD"),
        ("\u22125", "point", "U+2212"),
        ("\u20135", "point", "hyphen"),
        ("1\u00a0000", "point", "no-break space (U+00A0)"),
        ("12\u202f5", "comma", "no-break space (U+202F)"),
        ("1\u200b2", "point", "an invisible character"),
        ("nan", "point", "not a finite number"),
        ("-Inf", "point", "not a finite number"),
        ("infinity", "comma", "not a finite number"),
        ("0x1F", "point", "base 10"),
        ("1e400", "point", "too large"),
        ("-1e400", "point", "too large"),
        ("1e-400", "point", "so small"),
        ("1,234,567", "point", "thousands separators"),
        ("1,234.5", "point", "thousands separators"),
        ("1.234.567", "comma", "thousands separators"),
        ("1 234", "point", "thousands separators"),
        ("1'234", "point", "thousands separators"),
        ("12,5", "point", "decimal comma"),
        ("12.5", "comma", "decimal point"),
        ("2026-01-05", "point", "a date"),
        ("2026-01-05 00:00:00", "point", "a date"),
        ("5.1.2026", "point", "a date"),
        ("05/01/2026", "point", "a date"),
        ("Jan 5", "point", "a date"),
        ("5-Jan", "point", "a date"),
        ("Jan-26", "point", "a date"),
        ("1. Mai", "comma", "a date"),
        ("12:30", "point", "time of day"),
        ("1/2", "point", "date or a fraction"),
        ("n/a", "point", "missing value"),
        ("NULL", "point", "missing value"),
        ("-", "point", "missing value"),
        ("#DIV/0!", "point", "formula without a result"),
        ("=A1", "point", "is a formula"),
        ("TRUE", "point", "true-or-false"),
        ("12 %", "point", "percentage"),
        ("12.5 mM", "point", "unit in the heading"),
        ("<0.5", "point", "limit"),
        ("'5", "point", "apostrophe"),
        ("DMF", "point", "is text"),
        ("1.2.3", "point", "date"),
        ("..", "point", "not a number of the form"),
        ("1e", "point", "unit"),
        ("+-1", "point", "not a number of the form"),
    ],
)
def test_each_refusal_gives_the_reason(text: str, decimal: str, reason: str) -> None:
    assert not is_number(text, decimal) or "e" in text
    with pytest.raises(NotANumber) as refused:
        parse_number(text, decimal)
    assert reason in str(refused.value)


@given(st.text(max_size=20), st.sampled_from(["point", "comma"]))
def test_a_reason_never_uses_the_words_that_frighten(text: str, decimal: str) -> None:
    said = why_not(text, decimal).replace(text, "").casefold()
    assert not any(word in said for word in ("error", "invalid", "exception", "null", "please"))


def test_what_a_spreadsheet_makes_of_a_count_is_a_date_and_a_word_with_a_digit_is_none() -> None:
    dates = (
        "05.03.2026|2026-03-05 00:00:00|3/5/26|3-May|03. Mai|01. Jun|Jan 5|5. Mär|Mär 26|März 2026|Sept. 5|"
        "5 September 2026|June 3|Juli 3|Dez 05|31 oct 2025|1-Feb-2026"
    )
    assert [text for text in dates.split("|") if not is_date(text)] == []
    words = "grade 2|mark 3|junk 1|decent 4|Maya 2|2 marginal|3 of 5|5|july|Octane 95"
    assert [text for text in words.split("|") if is_date(text)] == []

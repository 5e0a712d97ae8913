from __future__ import annotations

import json
import math
import struct
import sys
import unicodedata
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgdesk.errors import BadInput, DamagedStudy
from kgdesk.model.study.events import Unreadable
from kgdesk.store.canonical import canonical_text, exact_text, parse, payloads_of

#: 3.11.0rc1, which Ubuntu 22.04 has, prints and parses integers of any length.
ENDLESS_DIGITS = pytest.mark.xfail(
    not hasattr(sys, "get_int_max_str_digits"), reason="this Python has no limit of digits"
)


def bits(value: float) -> bytes:
    return struct.pack(">d", value)


@pytest.mark.parametrize(
    ("payload", "text"),
    [
        ({}, "{}"),
        ({"b": 1, "a": [True, None, "x"]}, '{"a":[true,null,"x"],"b":1}'),
        ({"z": 0.1, "y": 1.0, "x": 1}, '{"x":1,"y":1.0,"z":0.1}'),
        ({"zero": -0.0}, '{"zero":-0.0}'),
        ({"tiny": 1e-320, "huge": 1.7976931348623157e308}, '{"huge":1.7976931348623157e+308,"tiny":1e-320}'),
        ({"whole": 2**70}, '{"whole":1180591620717411303424}'),
        ({"t": (1, (2,))}, '{"t":[1,[2]]}'),
        ({"e\u0301": "A\u030a"}, '{"\u00e9":"\u00c5"}'),
        ({"control": '\x01\n\t"\\'}, '{"control":"\\u0001\\n\\t\\"\\\\"}'),
        ({"not NUL": "\\u0000"}, '{"not NUL":"\\\\u0000"}'),
        ({"\u00e9": 1, "z": 2, "\U0001f9ea": 3, "\uffee": 4}, '{"z":2,"\u00e9":1,"\uffee":4,"\U0001f9ea":3}'),
        (MappingProxyType({"a": 1}), '{"a":1}'),
        ({"x": np.float64(0.25)}, '{"x":0.25}'),
    ],
)
def test_each_payload_has_one_text(payload: Any, text: str) -> None:
    assert canonical_text(payload) == text
    assert exact_text(parse(text)) == text


@pytest.mark.parametrize(
    ("payload", "place"),
    [
        ({"rows": [[1.0, 2.0], [3.0, math.nan]]}, r"rows\[1\]\[1\]"),
        ({"a": {"b": math.inf}}, "a.b"),
        ({"a": -math.inf}, "'a'"),
        ({"note": "a\0b"}, "note"),
        ({"a\0": 1}, "contains a character"),
        ({"note": "\\\0"}, "note"),
        ({"note": "half \ud83e"}, "note"),
        ({"\udc00": 1}, "contains a character"),
        pytest.param({"n": 10**5000}, "'n'", marks=ENDLESS_DIGITS),
        ({1: "x"}, "key that is not text"),
        ({"deep": {None: 1}}, "key that is not text"),
        ({"a": b"x"}, "bytes"),
        ({"a": [{"b": {1}}]}, "set"),
        ({"a": np.int64(1)}, "int64"),
        ({"\u00e9": 1, "e\u0301": 2}, "same letters"),
    ],
)
def test_what_no_store_keeps_is_refused_with_its_place(payload: Any, place: str) -> None:
    with pytest.raises(BadInput, match=place) as caught:
        canonical_text(payload)
    str(caught.value).encode()


def test_endless_nesting_is_refused() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(BadInput, match="nested"):
        canonical_text({"loop": loop})
    with pytest.raises(DamagedStudy):
        parse('{"a":' + "[" * 100_000 + "]" * 100_000 + "}")


def test_what_cannot_be_stored_is_a_sentence_where_python_has_no_limit_of_digits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(sys, "get_int_max_str_digits", raising=False)
    with pytest.raises(BadInput, match="only finite numbers can be stored"):
        canonical_text({"x": float("nan")})
    with pytest.raises(BadInput, match="thousands of digits"):
        canonical_text({"x": 10**5000, "y": float("nan")})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "1",
        "{",
        '{"a":NaN}',
        '{"a":-Infinity}',
        '{"a":1e999}',
        '{"a":1,"a":2}',
        '{"a":"\\u0000"}',
        '{"a":"\\\\\\u0000"}',
        '{"a":"\\ud800"}',
        '{"a":"\\u00e9"}',
        '{"a":"\ud800"}',
        '{"a":1}{"b":2}',
        pytest.param('{"a":' + "9" * 5000 + "}", marks=ENDLESS_DIGITS),
    ],
)
def test_text_that_kgdesk_never_writes_is_not_read(text: str) -> None:
    with pytest.raises(DamagedStudy):
        parse(text)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None, database=None)
@given(st.dictionaries(st.text(max_size=5), VALUES, max_size=4))
def test_text_and_value_are_each_others_image(payload: dict[str, Any]) -> None:
    try:
        text = canonical_text(payload)
    except BadInput:
        everything = json.dumps(payload)
        # Independent reference: a NUL, a lone surrogate, or two keys that are equal after normalisation.
        assert (
            "\\u0000" in everything
            or "\\ud" in everything
            or not unicodedata.is_normalized("NFC", repr(payload))
        )
        return
    assert unicodedata.is_normalized("NFC", text)
    value = parse(text)
    assert exact_text(value) == text == canonical_text(value)
    assert json.loads(unicodedata.normalize("NFC", json.dumps(payload, ensure_ascii=False))) == value


@settings(max_examples=300, deadline=None, database=None)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_comes_back_with_the_same_bits(number: float) -> None:
    text = canonical_text({"x": number})
    assert bits(parse(text)["x"]) == bits(number)
    digits = text.removeprefix('{"x":').removesuffix("}")
    assert digits == repr(number)
    assert isinstance(parse(text)["x"], float)


def test_many_payloads_are_parsed_as_each_of_them_alone() -> None:
    texts = [
        *('{"a":1}', '{"a":[1', "2]}", "{},{}", '{"a":1,"a":2}', '{"a":1e400}', '{"a":NaN}', ' {"a":1}'),
        *('{"a":1} ', '{"a": 1}', '{"a":"\\u0000"}', '{"a":"\\u00e4"}', '{"ä":0.1}', "null", "[]", "", "{}"),
        "{}" + " " * 9,
        '{"a":' * 99 + "1" + "}" * 99,
        '{"a":"\ud800"}',
    ]
    good = ['{"a":1}', '{"ä":0.1}', "{}"]
    assert payloads_of(good) == [{"a": 1}, {"ä": 0.1}, {}]
    for together in (texts, texts[1:3], ["{},{}", '{"a":[1', "2]}"], good * 3):
        found = payloads_of(together)
        assert [isinstance(one, Unreadable) for one in found] == [text not in good for text in together]
        assert [exact_text(one) for one in found] == together
        assert found == [payloads_of([text])[0] for text in together]

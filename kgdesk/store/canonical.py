"""Canonical JSON: each value has exactly one text, the same on every machine, so that the text can be hashed.

Keys are sorted by code point, there is no white space, floats have the fewest digits that round-trip, and text is
NFC. Values that JSON or a database would change or refuse (NaN, infinity, NUL, an unpaired surrogate, a key that is
not text) raise `BadInput`.
"""

from __future__ import annotations

import json
import math
import re
import sys
import unicodedata
from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput, DamagedStudy
from kgdesk.model.study.events import Unreadable
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_ENCODER = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"), check_circular=False
)
#: Compared by exact type: two sets of types are compared much faster than `isinstance` is called 100,000 times.
_SCALARS = frozenset({str, int, float, bool, type(None)})
#: Python's JSON parser and encoder recurse, and a payload from elsewhere must not exhaust the stack.
_MAX_DEPTH = 64
_NUL_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
# The encoder escapes nothing but control characters. Any other \u escape was written by another program, and could
# stand for a NUL or an unpaired surrogate.
_FOREIGN_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\u(?:0000|(?!00[01]))")


def canonical_text(payload: Mapping[str, Any]) -> str:
    """Serialise a payload to canonical JSON, the text that is stored and hashed.

    Parameters
    ----------
    payload
        Dicts with text keys, lists or tuples, text, integers, finite floats, booleans and None. A
        list of 100,000 rows of 20 numbers takes about a second.

    Raises
    ------
    BadInput
        A value cannot be stored; the message names its place.
    """
    value = dict(payload)
    _check_types(value, 0)
    try:
        text = _ENCODER.encode(value)
    except ValueError:
        _raise_for_bad_leaf(value)
        raise BadInput("The entry contains a value that cannot be stored as text.") from None
    if "\\u0000" in text and _NUL_ESCAPE.search(text):
        _raise_for_bad_leaf(value)
    if text.isascii():
        return text
    if not _is_unicode(text):
        _raise_for_bad_leaf(value)
    if unicodedata.is_normalized("NFC", text):
        return text
    return _ENCODER.encode(_normalised(value))


def exact_text(payload: Mapping[str, Any]) -> str:
    """Serialise a payload that `payloads_of` returned; the result is the text that it was parsed from.

    Raises
    ------
    BadInput
        The payload holds a value that `parse` never returns.
    """
    if isinstance(payload, Unreadable):
        return payload.text
    try:
        return _ENCODER.encode(payload)
    except (TypeError, ValueError, RecursionError):
        raise BadInput("The entry contains a value that cannot be stored as text.") from None


def parse(text: str) -> dict[str, Any]:
    """Parse stored canonical JSON.

    Raises
    ------
    DamagedStudy
        It is not one JSON object, repeats a key, or holds a value that `canonical_text` refuses.
    """
    try:
        foreign = "\\u" in text and _FOREIGN_ESCAPE.search(text)
        value = None if foreign else _DECODER.decode(text)
    except (ValueError, RecursionError):
        value = None
    if type(value) is not dict or not _is_unicode(text):
        raise DamagedStudy("The facts of an event are not written as kgdesk writes them.")
    return value


def payloads_of(texts: Sequence[str]) -> list[dict[str, Any]]:
    """Parse the stored texts of payloads; one that is not canonical is returned as `Unreadable`.

    Any other text would be serialised differently when the study is copied, and its hash would no longer match;
    `Unreadable` keeps the text as it is. kgdesk writes only canonical text, but a person with the right to append rows
    to a database can write something else.
    """
    values = list(map(_parsed, texts))
    # One call encodes all. An object ends where its brackets close, so each text is that of its value if all together
    # are; a text that is not an object proves nothing.
    if all(type(value) is dict for value in values) and _encodes_to(values, f"[{','.join(texts)}]"):
        return values
    return [
        value if _encodes_to(value, text) else Unreadable(text)
        for value, text in zip(values, texts, strict=True)
    ]


def _parsed(text: str) -> dict[str, Any]:
    """Parse a text; return `Unreadable` if it is not an object, or not canonical though encoded to itself."""
    try:
        value, end = _PLAIN_DECODER.raw_decode(text)
        # Without so many brackets nothing is nested that deep: most payloads are not walked.
        if text.count("{") + text.count("[") > _MAX_DEPTH:
            _check_types(value, 0)
    except (ValueError, RecursionError, BadInput):
        return Unreadable(text)
    foreign = "\\u" in text and _FOREIGN_ESCAPE.search(text)
    whole = type(value) is dict and end == len(text) and not foreign and (text.isascii() or _is_unicode(text))
    return value if whole else Unreadable(text)


def _encodes_to(value: object, text: str) -> bool:
    try:
        return _ENCODER.encode(value) == text
    except (ValueError, RecursionError):  # NaN and infinity, which Python parses
        return False


def clean_text(text: str, what: str) -> str:
    """Return a text in Unicode normal form C (NFC).

    Raises
    ------
    BadInput
        It is not text, or holds NUL or an unpaired surrogate; the message names `what`.
    """
    if not isinstance(text, str) or "\0" in text or not _is_unicode(text):
        raise BadInput(
            phrase("The {what} contains a character that cannot be stored. Type it again.", what=what)
        )
    return unicodedata.normalize("NFC", text)


def _parse_finite(text: str) -> float:
    value = float(text)  # infinity for 1e400
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def _refuse_constant(name: str) -> float:
    raise ValueError(name)


def _dict_without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Python would keep the last of two equal keys, while another reader may keep the first.
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key is named twice")
    return value


#: Takes what `_DECODER` refuses (repeated keys, 1e400, NaN): none of it is encoded to the same text.
_PLAIN_DECODER = json.JSONDecoder()
_DECODER = json.JSONDecoder(
    parse_float=_parse_finite, parse_constant=_refuse_constant, object_pairs_hook=_dict_without_repeats
)


def _check_types(value: object, depth: int) -> None:
    if depth > _MAX_DEPTH:
        raise BadInput(
            phrase(
                "The entry is nested deeper than {deepest} levels and cannot be stored.", deepest=_MAX_DEPTH
            )
        )
    if isinstance(value, dict):
        if not all(issubclass(kind, str) for kind in set(map(type, value))):
            raise BadInput("The entry has a key that is not text and cannot be stored.")
        children = list(value.values())
    elif isinstance(value, list | tuple):
        children = list(value)
    elif isinstance(value, str | int | float) or value is None:
        return
    else:
        raise BadInput(
            phrase(
                "The entry contains a value of the kind {kind}, which cannot be stored.",
                kind=type(value).__name__,
            )
        )
    if not set(map(type, children)) <= _SCALARS:
        for child in children:
            if type(child) not in _SCALARS:
                _check_types(child, depth + 1)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _raise_for_bad_leaf(value: object) -> None:
    """Raise `BadInput` for the first leaf that cannot be stored; return if there is none.

    Encoding the whole payload is fast, but its error does not say where the bad value is; this walk does.
    """
    # Python refuses to print or parse a longer integer, but for some early releases, which have no such limit.
    longest = getattr(sys, "get_int_max_str_digits", lambda: 4300)()
    for place, leaf in _leaves(value, ""):
        if isinstance(leaf, str):
            if "\0" in leaf or not _is_unicode(leaf):
                printable = place.encode("ascii", "replace").decode()
                raise BadInput(
                    phrase(
                        "The text at {shown} contains a character that cannot be stored.",
                        shown=f"{printable!r}",
                    )
                )
        elif isinstance(leaf, float) and not math.isfinite(leaf):
            raise BadInput(
                phrase(
                    "The number at {place} is {leaf}; only finite numbers can be stored.",
                    place=f"{place!r}",
                    leaf=leaf,
                )
            )
        elif isinstance(leaf, int) and longest and leaf.bit_length() > 3 * longest:
            raise BadInput(
                phrase(
                    "The whole number at {place} has thousands of digits and cannot be stored.",
                    place=f"{place!r}",
                )
            )


def _leaves(value: object, place: str) -> Iterator[tuple[str, object]]:
    """Yield each leaf and each key with its place, such as ``settings.prior[2]``."""
    if isinstance(value, dict):
        for key, child in value.items():
            inner = f"{place}.{key}" if place else key
            yield inner, key
            yield from _leaves(child, inner)
    elif isinstance(value, list | tuple):
        for index, child in enumerate(value):
            yield from _leaves(child, f"{place}[{index}]")
    else:
        yield place, value


def _normalised(value: Any) -> Any:
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, dict):
        new = {unicodedata.normalize("NFC", key): _normalised(child) for key, child in value.items()}
        # Two keys that look the same, one of them decomposed: normalising would lose one value.
        if len(new) != len(value):
            raise BadInput("Two names in the entry are written with the same letters. Rename one of them.")
        return new
    if isinstance(value, list | tuple):
        return [_normalised(child) for child in value]
    return value

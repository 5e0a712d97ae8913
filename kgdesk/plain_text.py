r"""Text of people is data: what new names may hold, how stored text is displayed, and which names look alike.

Control characters can overwrite a terminal, and bidirectional overrides the order of a line; neither has a place in a
name. Text that is stored already is displayed with such characters as code points: ``\x1b``, ``\u202e``.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Longest name of a candidate, a column or an operator in characters.
LONGEST_NAME: Final = 200

#: Control characters, bidirectional embeddings, overrides and isolates, separators of lines and paragraphs, surrogates,
#: interlinear annotations and tags. Not here: joiners and direction marks, which some scripts need.
_HIDDEN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufff9-\ufffb\U000e0000-\U000e007f]"
)

#: Foreign letters and signs that look like an ASCII character in common typefaces; a part of the Unicode standard's
#: confusables (UTS 39), by the ASCII character.
_LOOKS: Final = {
    "a": "аα", "b": "Ь", "c": "сϲ", "d": "ԁ", "e": "еҽ", "g": "ɡ", "h": "һհ", "i": "іɩιı", "j": "јϳ", "k": "κк",
    "l": "ӏⅼ", "n": "ոռ", "o": "оοօσ", "p": "рρ", "q": "ԛգ", "r": "г", "s": "ѕ", "u": "υսʋ", "v": "νѵ", "w": "ԝա",
    "x": "хχ", "y": "уγү", "z": "ᴢ", "A": "АΑᎪ", "B": "ВΒᏴ", "C": "СϹᏟ", "D": "Ꭰ", "E": "ЕΕᎬ", "F": "Ϝ", "G": "ԌᏀ",
    "H": "НΗᎻ", "I": "ІΙӀ", "J": "ЈᎫ", "K": "КΚᏦ", "L": "Ꮮ", "M": "МΜᎷ", "N": "Ν", "O": "ОΟՕ", "P": "РΡᏢ", "R": "Ꭱ",
    "S": "ЅՏᏚ", "T": "ТΤᎢ", "U": "Ս", "V": "ѴᏙ", "W": "ԜᎳ", "X": "ХΧ", "Y": "ҮΥ", "Z": "ΖᏃ", "3": "ЗӠ", "6": "б",
    "-": "‐‑‒–—−﹘", "'": "‘’ʼ′", '"': "“”″", "/": "⁄∕", ":": "∶ː", "*": "∗", "~": "∼", ".": "․", ",": "‚", "|": "ǀ∣",
}  # fmt: skip
_ASCII_OF: Final = str.maketrans({sign: ascii_ for ascii_, signs in _LOOKS.items() for sign in signs})
#: Decompositions that keep a character's look: width, typeface, no line break.
_SAME_LOOK: Final = ("<wide>", "<narrow>", "<font>", "<noBreak>")
#: Letters that are displayed as nothing although their category says otherwise: fillers and variation selectors.
_EMPTY: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800") | frozenset(
    map(chr, (*range(0xFE00, 0xFE10), *range(0x180B, 0x1810)))
)


#: Runs of digits, and runs of letters.
_PART = re.compile(r"\d+|[^\W\d_]+")


def escaped(text: str, keep: str = "") -> str:
    r"""Return a text with hidden characters as code points, ``\x1b``; the same object if it has none.

    Parameters
    ----------
    keep
        Hidden characters that stay, as line feed and tabulator.
    """
    if not _HIDDEN.search(text):
        return text
    return _HIDDEN.sub(lambda found: found[0] if found[0] in keep else code_point(found[0]), text)


def code_point(sign: str) -> str:
    r"""Return a character as its code point, as Python writes it: ``\x1b``, ``\u202e``, ``\U000e0041``."""
    number = ord(sign)
    return (
        f"\\x{number:02x}"
        if number < 0x100
        else f"\\u{number:04x}"
        if number < 0x10000
        else f"\\U{number:08x}"
    )


def hidden_character(text: str, allowed: str = "") -> str:
    """Return the first hidden character of a text as its code point; empty if it has none but the `allowed` ones."""
    return next((code_point(sign) for sign in _HIDDEN.findall(text) if sign not in allowed), "")


def skeleton(name: str) -> str:
    """Return what two names have in common that differ by invisible, full-width or foreign look-alike letters only."""
    if name.isascii():
        return name
    letters = []
    for sign in name:
        if unicodedata.category(sign) in {"Cf", "Cc"} or sign in _EMPTY:
            continue
        same = unicodedata.decomposition(sign).startswith(_SAME_LOOK) or sign.isspace()
        letters.append(
            " " if same and sign.isspace() else unicodedata.normalize("NFKC", sign) if same else sign
        )
    return "".join(letters).translate(_ASCII_OF)


def look_alikes(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return the pairs of names that look alike, each name with the first that it looks like.

    Only names with characters beyond ASCII can do so: where there are none, nothing is compared.
    """
    listed = list(names)
    if all(map(str.isascii, listed)):
        return []
    first: dict[str, str] = {}
    pairs = []
    for name in listed:
        same = first.setdefault(skeleton(name), name)
        if same != name:
            pairs.append((same, name))
    return pairs


def difference(one: str, other: str) -> str:
    """Return the characters beyond ASCII in two names that look alike, by their names in the Unicode standard."""
    signs = dict.fromkeys(
        sign for name, against in ((one, other), (other, one)) for sign in name
        if not sign.isascii() and sign not in against
    )  # fmt: skip
    return ", ".join(unicodedata.name(sign, code_point(sign)).lower() for sign in list(signs)[:3])


#: Names among which a misspelt one is looked for by its letters; among more only by numbers and signs.
_MOST_COMPARED = 2_000


def nearest(wanted: str, known: Iterable[str]) -> str:
    """Return the known name that a person may have meant: ``RX-042`` for ``rx 42``, ``Solvent`` for ``Solvnt``.

    The numbers in both names are equal, so that no other sample is proposed. Empty if there is none, or if two names
    differ from the wanted one by case, signs and leading zeros alone.
    """
    names = list(known)
    parts = name_parts(wanted)
    same = [name for name in names if name_parts(name) == parts]
    if same:
        return same[0] if len(same) == 1 else ""
    numbers = _numbers(wanted)
    alike = {skeleton(name).casefold(): name for name in names if _numbers(name) == numbers}
    if len(alike) > _MOST_COMPARED:
        return ""
    import difflib  # noqa: PLC0415 - only a misspelt name needs it

    near = difflib.get_close_matches(skeleton(wanted).casefold(), list(alike), n=1, cutoff=0.8)
    return alike[near[0]] if near else ""


def name_parts(name: str) -> tuple[str, ...]:
    """Return what names have in common that differ by case, signs and leading zeros alone, as RX-042 and ``rx 42``."""
    parts = _PART.findall(skeleton(name).casefold())
    return tuple(part.lstrip("0") or "0" if part.isdecimal() else part for part in parts)


def _numbers(name: str) -> list[str]:
    return [part for part in name_parts(name) if part.isdecimal()]


def shorten(name: str, limit: int = 24) -> str:
    """Elide the middle of a name longer than `limit` characters; hidden characters are code points."""
    name = escaped(name)
    if len(name) <= limit:
        return name
    tail = (limit - 1) // 2
    return f"{name[: limit - 1 - tail]}…{name[-tail:]}"


#: Maximum lengths of heading and cell where a candidate's location is shown.
_LONG_HEADING, _LONG_PLACE = 24, 48


def placed(heading: str, text: str) -> str:
    """Return a location with the heading of its column: ``Well: 2-B11``."""
    return f"{shorten(heading, _LONG_HEADING)}: {shorten(text, _LONG_PLACE)}"

"""Decode the bytes of a text file; the encoding is found by its byte-order mark or UTF-8, or asked for."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from kgdesk.errors import AmbiguousTable, BadTable
from kgdesk.tables.quoting import quoted
from kgdesk.text import phrase

if TYPE_CHECKING:
    from kgdesk.tables.input_file import InputFile

#: Encodings that the user may choose; the first four are offered when UTF-8 does not fit.
ENCODINGS = (
    "cp1252",
    "cp1250",
    "cp850",
    "mac-roman",
    "utf-8",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "latin-1",
    "iso8859-15",
    "cp437",
)

_OFFERED = 4

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(source: InputFile, encoding: str | None) -> tuple[str, str, str]:
    """Decode a text file; return the text, the encoding and how it was found.

    Raises
    ------
    AmbiguousTable
        Not UTF-8, no byte-order mark, and `encoding` is None.
    BadTable
        The bytes do not fit the encoding, or contain a NUL.
    """
    text, used, why = _decode(source, encoding)
    text = text.removesuffix("\x1a")  # programs of DOS end a file by it
    at = text.find("\0")
    if at >= 0:
        is_wide = text.count("\0") > len(text) // 4
        raise BadTable(
            phrase(
                "{name}, line {line}: there is a NUL character here; this is not a text file. {hint}",
                name=source.name,
                line=_line(text[:at]),
                hint=phrase("It may be UTF-16 without its mark: save it as “CSV UTF-8”.")
                if is_wide
                else phrase("Save the table again as “CSV UTF-8”."),
            )
        )
    return text, used, why


def _decode(source: InputFile, encoding: str | None) -> tuple[str, str, str]:
    if encoding is not None:
        return _strictly(source, _known(encoding)), encoding, phrase("chosen")
    for mark, used in _MARKS:
        if source.data.startswith(mark):
            label = used.removesuffix("-sig")
            why = phrase("found because the file begins with its byte-order mark")
            return _strictly(source, used), label, why
    try:
        return source.data.decode("utf-8"), "utf-8", phrase("found because every byte fits UTF-8")
    except UnicodeDecodeError as refused:
        at = refused.start
        line = _line(source.data[:at].decode("utf-8", "replace"))
    choices = tuple(code for code in ENCODINGS[:_OFFERED] if _fits(source.data, code))
    raise AmbiguousTable(
        phrase(
            "{name}, line {line}: a letter here is not written in UTF-8, and the file does not "
            "say which encoding it has. Choose one of {choices} (--encoding {first}) and look at "
            "the preview, or save it as “CSV UTF-8”.",
            name=source.name,
            line=line,
            choices=", ".join(choices),
            first=choices[0] if choices else "NAME",
        ),
        question="encoding",
        choices=choices,
        samples=tuple(_sample(source.data, at, code) for code in choices),
    )


def _sample(data: bytes, at: int, encoding: str) -> str:
    """Return the text around a byte in an encoding of one byte a letter, from the same line."""
    before, after = (part.decode(encoding) for part in (data[max(0, at - 12) : at], data[at : at + 12]))
    return re.split(r"[\r\n]", before)[-1] + re.split(r"[\r\n]", after)[0]


def _known(encoding: str) -> str:
    try:
        wanted = codecs.lookup(encoding).name
    except (LookupError, ValueError):
        wanted = ""
    if wanted not in {codecs.lookup(code).name for code in (*ENCODINGS, "utf-8-sig", "utf-32")}:
        raise BadTable(
            phrase(
                "There is no encoding {encoding}: choose one of {choices}.",
                encoding=quoted(encoding),
                choices=", ".join(ENCODINGS),
            )
        )
    return "utf-8-sig" if wanted == "utf-8" else wanted


def _strictly(source: InputFile, encoding: str) -> str:
    try:
        return source.data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as refused:
        line = _line(source.data[: refused.start].decode(encoding, "replace"))
        label = encoding.removesuffix("-sig")
        raise BadTable(
            phrase(
                "{name}, line {line}: the bytes here do not fit the encoding {label}. Choose another "
                "one, or save the table as “CSV UTF-8”.",
                name=source.name,
                line=line,
                label=label,
            )
        ) from None


def _fits(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _line(before: str) -> int:
    return before.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1

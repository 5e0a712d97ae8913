"""QR codes of names: what a scanner reads from a label is what a person would have typed."""

from __future__ import annotations

import segno

from kgdesk.errors import BadInput, phrase

Code = tuple[tuple[bool, ...], ...]
#: Light modules that a reader needs around a code (ISO/IEC 18004).
QUIET = 4


def code(text: str) -> Code:
    """Return the QR code of a text: rows of modules, true for a dark one, without the quiet zone.

    Level M at least, which survives 15 % of damage; higher where it costs no room. Text that is not ASCII is written
    as UTF-8 bytes, without the switch of character sets that older scanners type out as letters.

    Raises
    ------
    BadInput
        The text is longer than a code holds.
    """
    try:
        if text.isascii():
            made = segno.make_qr(text, error="m")
        else:
            made = segno.make_qr(text, error="m", mode="byte", encoding="utf-8")
    except segno.DataOverflowError:
        raise BadInput(
            phrase(
                "“{text}…” is too long for a QR code ({count} letters): give the candidates shorter names.",
                text=text[:30],
                count=len(text),
            )
        ) from None
    return tuple(tuple(bool(dark) for dark in row) for row in made.matrix)

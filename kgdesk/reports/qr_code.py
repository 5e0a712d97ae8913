"""QR codes of samples (ISO/IEC 18004)."""

from __future__ import annotations

from kgdesk.errors import BadInput
from kgdesk.text import phrase

QrCode = tuple[tuple[bool, ...], ...]

#: Width of the quiet zone around a QR code, in modules (ISO/IEC 18004).
QUIET = 4


def qr_code(text: str) -> QrCode:
    """Encode text as a QR code: rows of modules, True for dark, without the quiet zone.

    Error correction level M (recovers 15 % damage), or higher if the size stays the same. Text that is not ASCII is
    written as UTF-8 bytes without ECI designator, which older scanners would output as letters.

    Raises
    ------
    BadInput
        The text exceeds the capacity of a QR code.
    """
    import segno  # noqa: PLC0415 - most commands draw no code

    try:
        if text.isascii():
            symbol = segno.make_qr(text, error="m")
        else:
            symbol = segno.make_qr(text, error="m", mode="byte", encoding="utf-8")
    except segno.DataOverflowError:
        raise BadInput(
            phrase(
                "“{text}…” is too long for a QR code ({count} letters): give the candidates shorter names.",
                text=text[:30],
                count=len(text),
            )
        ) from None
    return tuple(tuple(bool(dark) for dark in row) for row in symbol.matrix)

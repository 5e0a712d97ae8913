"""Text of a table in messages, and the form in which texts are compared."""

from __future__ import annotations

import unicodedata

from kgdesk.text import phrase


def quoted(text: str, length: int = 40) -> str:
    """Return text in quotation marks for a message: shortened, on one line, without invisible characters."""
    return phrase("“{text}”", text=printable(text, length))


def printable(text: str, length: int = 80) -> str:
    """Return the beginning of a text with invisible characters replaced by their code points in hexadecimal."""
    cut = text[:length] + ("…" if len(text) > length else "")
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in cut)


def nfc(text: str) -> str:
    """Normalise text to Unicode NFC, the form in which names are compared and stored."""
    return unicodedata.normalize("NFC", text)

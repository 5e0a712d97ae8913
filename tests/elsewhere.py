"""A language in which every letter is the same: what is still read in English was never a phrase."""

from __future__ import annotations

import re
from typing import Final

from kgdesk.reports.text_format import EnglishFormat
from kgdesk.text import Phrase

#: Words that stand in most sentences in English and in no name of a thing.
ENGLISH: Final = re.compile(
    r"\b(the|and|which|with|not|is|are|was|were|candidates?|runs?|study|outcomes?|of|to|by|for|after|"
    r"Checked|Result|Versions|Time|window|fonts|kernels?|threads?|numbers?|check(?:s|ed)?|disk)\b"
)


class Elsewhere(EnglishFormat):
    """Says phrases in a language of one letter, with what was filled in as it is."""

    language = "xx"

    def translate(self, text: str) -> str:
        """Return the text with the letters of its phrases replaced."""
        if not isinstance(text, Phrase):
            return text
        parts = re.split(r"(\{\w+\})", text.template)
        foreign = "".join(part if part[:1] == "{" else re.sub(r"[A-Za-z]", "ö", part) for part in parts)
        return foreign.format(**{name: self.translate(value) for name, value in text.values.items()})

"""Check the quotation marks of delimited text (RFC 4180)."""

from __future__ import annotations

import re

from kgdesk.text import phrase

_QUOTED = re.compile(r'"[^"]*(?:""[^"]*)*"')

_BREAK = re.compile("\r\n|\r|\n")


class Malformed(Exception):
    """The quoting is broken; `line` is the line number, the message the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


def check_quotes(text: str, delimiter: str, line: int) -> None:
    """Raise for the first misplaced quotation mark; `line` is the number of the first line."""
    unquoted = re.compile(f"[^{re.escape(delimiter)}\r\n]*")
    at = 0
    while at < len(text):
        if text[at] == '"':
            match = _QUOTED.match(text, at)
            if match is None:
                raise Malformed(line, phrase("a quotation mark opens here and is never closed"))
            opened, line = line, line + len(_BREAK.findall(match.group()))
            at = match.end()
            if at < len(text) and text[at] not in f"{delimiter}\r\n":
                since = phrase(" that opened in line {opened}", opened=opened) if opened != line else ""
                raise Malformed(line, phrase("text follows the closing quotation mark{since}", since=since))
        else:
            plain = unquoted.match(text, at)
            at = plain.end() if plain else at
            if plain and '"' in plain.group():
                raise Malformed(
                    line, phrase("there is a quotation mark inside a cell that does not begin with one")
                )
        if at < len(text):
            step = _BREAK.match(text, at)
            line += step is not None
            at = step.end() if step else at + 1

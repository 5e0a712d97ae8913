"""What is refused, in the person's language: the rooms below the window raise their sentences in English."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QCoreApplication

from kgdesk.errors import KgdeskError, Phrase

#: Round brackets with an option or a command in them: for the command line, nothing that a window can do.
FOR_THE_COMMAND_LINE: Final = re.compile(r"\s*\((?:kgdesk |[^()]*--)[^()]*\)")

_FIELD: Final = re.compile(r"\{\w*\}")
#: What makes a template one of a language: letters or its quotation marks; ``{first}, {other}`` is of none.
_WORDS: Final = re.compile(r"[A-Za-z]|“")


def told(said: KgdeskError | str) -> str:
    """Return a refusal, or a sentence that was kept of one, in the language of the window.

    Parameters
    ----------
    said
        The problem, or its sentence: a phrase is translated with everything in it that is a phrase; of what was
        filled in else, names and numbers, each stays as it is.

    Returns
    -------
    str
        The same in the language of the window; what has no translation is English.
    """
    text = said.sentence if isinstance(said, KgdeskError) else said
    if not isinstance(text, Phrase):
        return _translated(text)
    values = {
        name: told(value) if isinstance(value, Phrase) else value for name, value in text.values.items()
    }
    return _translated(FOR_THE_COMMAND_LINE.sub("", text.template)).format(**values)


def _translated(template: str) -> str:
    if not _WORDS.search(_FIELD.sub("", template)):
        return template
    return QCoreApplication.translate("Phrases", template)

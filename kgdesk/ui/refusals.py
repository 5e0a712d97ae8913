"""What is refused, in the person's language: the rooms below the window raise their sentences in English."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QCoreApplication, QLocale

from kgdesk.errors import Figure, KgdeskError, Numeral, Phrase
from kgdesk.ui.look import numbers

#: Round brackets with an option or a command in them: for the command line, nothing that a window can do.
FOR_THE_COMMAND_LINE: Final = re.compile(r"\s*\((?:kgdesk |[^()]*--)[^()]*\)")

_FIELD: Final = re.compile(r"\{\w*(?::[^{}]*)?\}")
#: What makes a template one of a language: letters or its quotation marks; ``{first}, {other}`` is of none.
_WORDS: Final = re.compile(r"[A-Za-z]|“")


def translate(problem: KgdeskError | str) -> str:
    """Return a refusal, or a sentence that was kept of one, in the language of the window.

    Parameters
    ----------
    problem
        The problem, or its sentence: a phrase is translated with everything in it that is a phrase; numbers get the
        decimal sign of the locale, names stay as they are.

    Returns
    -------
    str
        The same in the language of the window; what has no translation is English.
    """
    text = problem.sentence if isinstance(problem, KgdeskError) else problem
    if not isinstance(text, Phrase):
        return _translated(text)
    values = {name: _filled(value) for name, value in text.values.items()}
    return _translated(FOR_THE_COMMAND_LINE.sub("", text.template)).format(**values)


class _LocalNumber:
    """A number that a field of a template writes with the decimal sign of the locale."""

    def __init__(self, value: float) -> None:
        self._value = value

    def __format__(self, form: str) -> str:
        return format(self._value, form).replace(".", QLocale().decimalPoint())


def _filled(value: str | float) -> str | _LocalNumber:
    """Return what was filled in: a phrase translated, numbers as the locale writes them, the rest as it is."""
    if isinstance(value, Phrase):
        return translate(value)
    if isinstance(value, Figure):
        return (
            numbers.percent(value.value) if value.kind == "percent" else numbers.points(100.0 * value.value)
        )
    if isinstance(value, Numeral):
        return value.replace(".", QLocale().decimalPoint())
    return value if isinstance(value, str) else _LocalNumber(value)


def _translated(template: str) -> str:
    if not _WORDS.search(_FIELD.sub("", template)):
        return template
    return QCoreApplication.translate("Phrases", template)

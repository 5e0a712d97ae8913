"""The languages of the window, and sentences and terms of the lower layers in the chosen one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from kgdesk.errors import Figure, KgdeskError, Numeral, Phrase
from kgdesk.model.policies.value_of_information import given
from kgdesk.resource_files import resource_path
from kgdesk.ui.text import locale_format
from kgdesk.ui.text.locale_format import utc_time

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Attribute
    from kgdesk.model.study.study import Study


Language = Literal["system", "en", "de"]


#: Each language as its own speakers write it; ``system`` is worded by the menu.
LANGUAGES: Final[dict[Language, str]] = {"en": "&English", "de": "&Deutsch"}

_SPOKEN = "kgdesk.language"


def install_language(app: QCoreApplication, language: Language) -> None:
    """Let the windows that are made from now on speak a language; those that stand keep theirs.

    Where the language is another than that of the computer, numbers and dates follow the language.
    """
    spoken = app.property(_SPOKEN)
    if spoken == language:
        return
    app.setProperty(_SPOKEN, language)
    if spoken is not None or language != "system":
        QLocale.setDefault(locale_of(language))
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.deleteLater()
    load_translators(app, QLocale())


def update_language(app: QCoreApplication, language: Language) -> None:
    """Speak a language that was chosen since the last window was made."""
    if (app.property(_SPOKEN) or "system") != language:
        install_language(app, language)


def locale_of(language: Language) -> QLocale:
    """Return how a language writes numbers and dates: as this computer does, if it speaks that language."""
    system = QLocale.system()
    return system if language in {"system", code(system)} else QLocale(language)


def code(locale: QLocale) -> str:
    """Return the language that a person wants to read: the first that their computer names, as ``de``."""
    wanted = locale.uiLanguages()
    return wanted[0].split("-")[0] if wanted else "en"


def load_translators(app: QCoreApplication, locale: QLocale) -> None:
    """Load Qt's own words and ours in the first language of a locale, where there are such.

    The second language of a person is not looked for: one who puts English first wants no German window.
    """
    folders = [("qtbase", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))]
    if code(locale) != "en":
        folders += _own_folder()
    for name, folder in folders:
        translator = QTranslator(app)
        if translator.load(f"{name}_{code(locale)}", folder):
            app.installTranslator(translator)


def language_or_system(name: str) -> Language:
    """Return a remembered choice; what is no language means that of the system."""
    return name if name in LANGUAGES else "system"


def _own_folder() -> list[tuple[str, str]]:
    try:
        return [("kgdesk", str(resource_path("translations")))]
    except KgdeskError:  # an incomplete installation still speaks English
        return []


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
            locale_format.percent(value.value)
            if value.kind == "percent"
            else locale_format.points(100.0 * value.value)
        )
    if isinstance(value, Numeral):
        return value.replace(".", QLocale().decimalPoint())
    return value if isinstance(value, str) else _LocalNumber(value)


def _translated(template: str) -> str:
    if not _WORDS.search(_FIELD.sub("", template)):
        return template
    return QCoreApplication.translate("Phrases", template)


def text_format_without_screen(language: Language) -> WindowTextFormat:
    """Return a language for text alone, also where Qt finds neither screen nor font."""
    running = QCoreApplication.instance()
    application = running or QCoreApplication(["kgdesk"])
    install_language(application, language)
    return WindowTextFormat(application)


class WindowTextFormat:
    """What the program speaks now, with numbers and dates as its locale writes them.

    Parameters
    ----------
    application
        Is kept with the words, where nobody else holds it.
    """

    def __init__(self, application: QCoreApplication | None = None) -> None:
        self._application, self._locale = application, QLocale()

    @property
    def language(self) -> str:
        """Code of the language, as ``de``."""
        spoken = code(self._locale)
        return spoken if spoken in LANGUAGES else "en"

    def translate(self, text: str) -> str:
        """Return a phrase, or a sentence of the calculation, in the language."""
        return translate(text)

    def number(self, value: float) -> str:
        """Return a number as the locale writes it; a whole one has no decimals."""
        if isinstance(value, int):
            return self._locale.toString(value)
        return self._locale.toString(float(value), "g", 6)

    def fixed(self, value: float, decimals: int) -> str:
        """Return a number with so many decimals, as ``0,50``."""
        return self._locale.toString(float(value), "f", decimals)

    def percent(self, share: float) -> str:
        """Return a share as ``34 %``."""
        return f"{self._locale.toString(round(100.0 * share))} %"

    def moment(self, recorded_at: str) -> str:
        """Return a stored time with the year in full, in UTC."""
        return utc_time(recorded_at, self._locale)


def policy_title(name: str) -> str:
    """Return the name of a policy for people; with a belief of its own, that belief stands behind it."""
    rule, slash, belief = name.partition("/")
    title = {
        "kg": QCoreApplication.translate("Policies", "Knowledge gradient"),
        "online-kg": QCoreApplication.translate("Policies", "Online knowledge gradient"),
        "kg-star": QCoreApplication.translate("Policies", "Knowledge gradient with repeats"),
        "random": QCoreApplication.translate("Policies", "Random"),
        "exploit": QCoreApplication.translate("Policies", "Best so far"),
        "most-uncertain": QCoreApplication.translate("Policies", "Most uncertain"),
        "fisher": QCoreApplication.translate("Policies", "Fisher information"),
        "fisher-exact": QCoreApplication.translate("Policies", "Fisher information, exact"),
        "logistic-bound": QCoreApplication.translate("Policies", "Logistic bound"),
        "disc": QCoreApplication.translate("Policies", "Discriminative"),
        "thompson": QCoreApplication.translate("Policies", "Thompson sampling"),
        "top-two": QCoreApplication.translate("Policies", "Top two"),
        "bayes-ucb": QCoreApplication.translate("Policies", "Upper quantile"),
    }.get(rule, rule)
    return f"{title} ({belief})" if slash else title


def belief_words(study: Study) -> str:
    """Return for people which belief made a range."""
    return {
        "moments": QCoreApplication.translate("Adaptors", "recommended model"),
        "full": QCoreApplication.translate("Adaptors", "correlated model"),
        "diagonal": QCoreApplication.translate("Adaptors", "model of the paper"),
    }.get(study.settings.belief, study.settings.belief)


def outcome_names(study: Study) -> tuple[str, str]:
    """Return what the study calls success and failure."""
    return study.settings.success_name, study.settings.failure_name


def with_unit(attribute: Attribute) -> str:
    """Return the name of an attribute with its unit, where the name does not have it already."""
    named = attribute.unit and f"({attribute.unit})" not in attribute.name
    return f"{attribute.name} ({attribute.unit})" if named else attribute.name


def condition_words(in_progress: int) -> str:
    """Return on what all values of testing of a table depend, in a sentence; empty where nothing is in progress."""
    condition = translate(given(in_progress))
    if not condition:
        return ""
    return QCoreApplication.translate("Adaptors", "All values of testing: {given}.").format(given=condition)

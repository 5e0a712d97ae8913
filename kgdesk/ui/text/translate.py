"""Install translators; translate phrases and terms of the lower layers into the window's language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from kgdesk.errors import KgdeskError
from kgdesk.model.design import pool
from kgdesk.model.policies import POLICIES
from kgdesk.model.policies.value_of_testing import given
from kgdesk.model.study.settings import SETTINGS, setting_text
from kgdesk.paths import resource_path
from kgdesk.plain_text import escaped
from kgdesk.text import Numeral, Phrase, Quantity
from kgdesk.ui.text import locale_format
from kgdesk.ui.text.locale_format import local_time, utc_time

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Attribute
    from kgdesk.model.study.records import Amendment
    from kgdesk.model.study.study import Study


Language = Literal["system", "en", "de"]


#: Native name of each language; the menu words ``system``.
LANGUAGES: Final[dict[Language, str]] = {"en": "&English", "de": "&Deutsch"}

_SPOKEN = "kgdesk.language"


def install_language(app: QCoreApplication, language: Language) -> None:
    """Set the language of windows created from now on; existing windows keep theirs.

    If it differs from the system's language, numbers and dates follow it as well.
    """
    spoken = app.property(_SPOKEN)
    if spoken == language:
        return
    app.setProperty(_SPOKEN, language)
    if spoken is not None or language != "system":
        QLocale.setDefault(locale_of(language))
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.setParent(None)  # now Python deletes it at once, even where no event loop runs
    load_translators(app, QLocale())


def update_language(app: QCoreApplication, language: Language) -> None:
    """Install a language if it differs from the present one."""
    if (app.property(_SPOKEN) or "system") != language:
        install_language(app, language)


def locale_of(language: Language) -> QLocale:
    """Return the locale of a language: the system's, if it has that language."""
    system = QLocale.system()
    return system if language in {"system", code(system)} else QLocale(language)


def code(locale: QLocale) -> str:
    """Return the code of the user's first UI language, for example ``de``."""
    wanted = locale.uiLanguages()
    return wanted[0].split("-")[0] if wanted else "en"


def load_translators(app: QCoreApplication, locale: QLocale) -> None:
    """Install Qt's and kgdesk's translations for the first UI language of a locale, where they exist.

    Further UI languages are ignored: a user who lists English first wants no German window.
    """
    folders = [("qtbase", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))]
    if code(locale) != "en":
        folders += _own_folder()
    for name, folder in folders:
        translator = QTranslator(app)
        if translator.load(f"{name}_{code(locale)}", folder):
            app.installTranslator(translator)


def language_or_system(name: str) -> Language:
    """Return the name as a Language; anything unknown gives "system"."""
    return name if name in LANGUAGES else "system"


def _own_folder() -> list[tuple[str, str]]:
    try:
        return [("kgdesk", str(resource_path("translations")))]
    except KgdeskError:  # an incomplete installation still works in English
        return []


#: Parenthesised remarks with a command or an option, meant for the command line only.
FOR_THE_COMMAND_LINE: Final = re.compile(r"\s*\((?:kgdesk |[^()]*--)[^()]*\)")


_FIELD: Final = re.compile(r"\{\w*(?::[^{}]*)?\}")

#: Matches templates that need translation: those with letters or quotation marks, unlike ``{first}, {other}``.
_WORDS: Final = re.compile(r"[A-Za-z]|“")


def translate(problem: KgdeskError | str) -> str:
    """Translate an error or a phrase into the window's language.

    Parameters
    ----------
    problem
        The error, or its sentence. A Phrase is translated with all phrases nested in it; numbers get the locale's
        decimal point, names are unchanged.

    Returns
    -------
    str
        The translation; the English text if there is none.
    """
    text = problem.sentence if isinstance(problem, KgdeskError) else problem
    if not isinstance(text, Phrase):
        return _translated(text)
    values = {name: _filled(value) for name, value in text.values.items()}
    return _translated(FOR_THE_COMMAND_LINE.sub("", text.template)).format(**values)


class _LocalNumber:
    """A number that is formatted with the locale's decimal point."""

    def __init__(self, value: float) -> None:
        self._value = value

    def __format__(self, form: str) -> str:
        return format(self._value, form).replace(".", QLocale().decimalPoint())


def _filled(value: str | float) -> str | _LocalNumber:
    """Return a value of a template: phrases translated, numbers in the locale's format, the rest unchanged."""
    if isinstance(value, Phrase):
        return translate(value)
    if isinstance(value, Quantity):
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


class WindowTextFormat:
    """Text format of the present language and locale."""

    def __init__(self) -> None:
        self._locale = QLocale()

    @property
    def language(self) -> str:
        """Code of the language, for example ``de``."""
        spoken = code(self._locale)
        return spoken if spoken in LANGUAGES else "en"

    def translate(self, text: str) -> str:
        """Translate a phrase or sentence."""
        return translate(text)

    def number(self, value: float) -> str:
        """Format a number by the locale; integers without decimals."""
        if isinstance(value, int):
            return self._locale.toString(value)
        return self._locale.toString(float(value), "g", 6)

    def fixed(self, value: float, decimals: int) -> str:
        """Format a number with `decimals` decimals: ``0,50``."""
        return self._locale.toString(float(value), "f", decimals)

    def percent(self, share: float) -> str:
        """Format a fraction as ``34 %``."""
        return f"{self._locale.toString(round(100.0 * share))} %"

    def set_point(self, value: float) -> str:
        """Format a value that a person sets on a device, as the window shows it."""
        return locale_format.number(value, 6)

    def moment(self, recorded_at: str) -> str:
        """Format a stored time in UTC with a four-digit year."""
        return utc_time(recorded_at, self._locale)

    def local_time(self, recorded_at: str) -> str:
        """Format a stored time as local date and time to the second."""
        return local_time(recorded_at)


def policy_title(name: str) -> str:
    """Return the display name of a policy, with its belief in parentheses if it names one."""
    rule, slash, belief = name.partition("/")
    title = translate(POLICIES[rule].title) if rule in POLICIES else rule
    return f"{title} ({belief})" if slash else title


def belief_words(study: Study) -> str:
    """Return the display name of the study's belief."""
    return {
        "moments": QCoreApplication.translate("Wording", "recommended model"),
        "full": QCoreApplication.translate("Wording", "correlated model"),
        "diagonal": QCoreApplication.translate("Wording", "model of the paper"),
    }.get(study.settings.belief, study.settings.belief)


def outcome_names(study: Study) -> tuple[str, str]:
    """Return the study's names for success and failure."""
    return escaped(study.settings.success_name), escaped(study.settings.failure_name)


def with_unit(attribute: Attribute) -> str:
    """Return the name of an attribute with its unit, unless the name contains it."""
    return escaped(pool.with_unit(attribute.name, attribute.unit))


def condition_words(in_progress: int) -> str:
    """State that all values of testing are conditional on the runs in progress; empty if there are none."""
    condition = translate(given(in_progress))
    if not condition:
        return ""
    return QCoreApplication.translate("Wording", "All values of testing: {given}.").format(given=condition)


def setting_label(name: str) -> str:
    """Return the display name of a setting, beginning with a capital."""
    label = translate(SETTINGS[name].label)
    return label[:1].upper() + label[1:]


def setting_words(name: str, value: object) -> str:
    """Return the value of a setting in words; what users wrote is not translated."""
    words = setting_text(name, value, WindowTextFormat().number)
    return translate(words) if isinstance(words, Phrase) else words


def amendment_words(each: Amendment) -> str:
    """Describe an amendment: what was changed, by whom, when, why."""
    none = QCoreApplication.translate("Wording", "none")
    quoted = QCoreApplication.translate("Wording", "“{column}”")
    old, new = (
        quoted.format(column=setting_words(each.setting, str(value)))
        if value or each.setting == "stop"
        else none
        for value in (each.old, each.new)
    )
    text = QCoreApplication.translate(
        "Wording", "{setting} changed from {old} to {new} by {operator}, {time}: {reason}"
    )
    return text.format(
        setting=setting_label(each.setting),
        old=old,
        new=new,
        operator=each.operator,
        time=local_time(each.recorded_at),
        reason=each.reason,
    )

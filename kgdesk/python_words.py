"""Refusals in the words of Python: where a sentence names an option of the command line, its argument."""

from __future__ import annotations

import inspect
import re
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from kgdesk.errors import KgdeskError

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")

#: Options whose argument has another name, by the option without its dashes.
RENAMED: Final = {
    "blanks": "missing",
    "category": "categories",
    "compare-terms": "terms",
    "count": "count",
    "meaning": "meanings",
    "prior-of": "prior_effects",
    "repeated-codes": "repeated",
    "truth": "truths",
    "with-repeats": "repeats",
    "success": "success_name",
    "failure": "failure_name",
    "block": "blocks",
    "card-column": "card_columns",
}
#: Options that are either given or not.
FLAGS: Final = frozenset(
    {"again", "beyond", "known-only", "overwrite", "raw", "repeat", "with-open-runs", "with-repeats"}
)
#: Further options with an argument of the same name, in which underscores stand for dashes.
NAMED: Final = frozenset(
    {
        "attributes", "barcode", "belief", "blank-none", "budget", "decimal", "delimiter", "encoding", "headings", "id",
        "ignore", "limits", "location", "look-alikes", "measured", "never-together", "one-level", "out-of", "outcome",
        "per-level", "policies", "policy", "reason", "repeats", "rows", "scale", "scheduler", "shared", "sheet",
        "successes", "term-precision", "terms", "where", "words", "workers",
    }
)  # fmt: skip
#: Arguments that hold several texts, so that a single one is written as a tuple.
_TUPLES: Final = frozenset({"meanings", "policies", "prior_effects", "terms", "truths"})
#: Arguments whose words have an underscore where the command line has a dash.
_WORDS: Final = frozenset({"missing", "limits", "words"})

_GROUP = re.compile(r" ?\((?!kgdesk )([^()]*--[a-z][^()]*)\)")
_VALUE = r"(?:\"[^\"]*\"|[^\s“”\"(),;:-][^\s“”\"();:]*)(?<![,.])"
_OPTION = re.compile(rf"--([a-z]+(?:-[a-z]+)*)(?: ({_VALUE}))?")
#: Options that are stated once for each of their texts, all of them together.
_EACH = re.compile(rf"--(meaning|prior-of) {_VALUE}(?: --\1 {_VALUE})*")
_COMMAND = re.compile(r"kgdesk [a-z][^()“”]*")
_BETWEEN = re.compile(r"(?<=[\d\"\])]) (?=[a-z_]+=)")
_OF_THE_WINDOW = re.compile(r",? or “[^”]*”$")


def in_python(sentence: str) -> str:
    """Return a sentence with arguments of Python in place of options: ``(--blanks median)`` is ``(missing="median")``.

    Options that Python has no argument for are left out with their brackets. Commands stay as they are.
    """
    return _GROUP.sub(_group, sentence) if "(kgdesk " in sentence else _outside(_GROUP.sub(_group, sentence))


def _outside(sentence: str) -> str:
    """Replace the options that stand in no brackets, nor in a command."""
    parts, at = [], 0
    for command in _COMMAND.finditer(sentence):
        parts += [_arguments(sentence[at : command.start()]), command[0]]
        at = command.end()
    return "".join([*parts, _arguments(sentence[at:])])


def _arguments(said: str) -> str:
    """Replace each option by its argument; arguments that follow one another have a comma between them."""
    replaced = _OPTION.sub(_argument, _EACH.sub(_texts, said))
    return said if replaced == said else _BETWEEN.sub(", ", replaced)


def _texts(options: re.Match[str]) -> str:
    """Return an option that is stated once for each text as one tuple of them."""
    texts = [f'"{option[2].strip(chr(34))}"' for option in _OPTION.finditer(options[0])]
    return f"{RENAMED[options[1]]}=({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def _group(group: re.Match[str]) -> str:
    said = group[1].replace("--no-headings", "--headings 0").replace(" on the command line", "")
    if any(_name(option[1]) is None for option in _OPTION.finditer(said)):
        return ""
    space = " " if group[0].startswith(" ") else ""
    return f"{space}({_arguments(_OF_THE_WINDOW.sub('', said))})"


def _name(option: str) -> str | None:
    """Return the argument of an option; None if there is none."""
    if option in RENAMED:
        return RENAMED[option]
    return option.replace("-", "_") if option in NAMED | FLAGS else None


def _argument(found: re.Match[str]) -> str:
    name, value = _name(found[1]), found[2]
    if name is None:
        return found[0]
    if found[1] in FLAGS:
        return f"{name}=True" + (f" {value}" if value else "")
    if value is None:
        return name
    if value.strip('"').isdigit() and name in {"headings", "rows", "budget", "workers"}:
        return f"{name}={value}"
    text = value if value.startswith('"') else f'"{value}"'
    text = text.replace("-", "_") if name in _WORDS else text
    listed = ", ".join(f'"{part}"' for part in text.strip('"').split(","))
    if name in _TUPLES:
        return f"{name}=({listed})" if "," in listed else f"{name}=({listed},)"
    return f"{name}=[{listed}]" if name in {"categories", "ignore"} and "," in text else f"{name}={text}"


def refuses_in_python(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function of the library: what it refuses names its arguments, where the sentence has options."""

    @wraps(function)
    def called(*args: P.args, **given: P.kwargs) -> R:
        try:
            return function(*args, **given)
        except KgdeskError as refused:
            if refused.args and "--" in str(refused):
                refused.args = (in_python(str(refused)), *refused.args[1:])
            raise

    return called


def methods_refuse_in_python(library: type[R]) -> type[R]:
    """Decorate a class of the library: all its public methods are decorated with `refuses_in_python`."""
    for name, member in list(vars(library).items()):
        if name.startswith("_"):
            continue
        decorated: Any = None
        if isinstance(member, classmethod):
            decorated = classmethod(refuses_in_python(member.__func__))
        elif inspect.isfunction(member):
            decorated = refuses_in_python(member)
        if decorated is not None:
            setattr(library, name, decorated)
    return library

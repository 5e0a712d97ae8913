"""Functions with many named arguments, which a `TypedDict` declares: their signature, and the error for wrong names."""

from __future__ import annotations

import difflib
import inspect
import re
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

P = ParamSpec("P")
R = TypeVar("R")


def named_arguments(
    declared: type, defaults: Mapping[str, Any], described: type | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function with ``**how: Unpack[declared]``: `help` and `inspect` show each argument with its default.

    Type checkers read the same from the `TypedDict`. A name that is none of them is a TypeError, which offers the one
    that resembles it most.

    Parameters
    ----------
    declared
        A `TypedDict`.
    defaults
        Argument -> default that the signature shows; ... for those without one.
    described
        A class whose parameters include arguments: their descriptions follow those of the function.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        own = inspect.signature(function)
        fixed = [each for each in own.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
        further = [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=defaults.get(name, ...),
                annotation=getattr(kind, "__forward_arg__", kind),
            )
            for name, kind in declared.__annotations__.items()
        ]
        known = [each.name for each in (*fixed, *further) if each.name not in {"self", "cls"}]

        @wraps(function)
        def checked(*args: P.args, **given: P.kwargs) -> R:
            for name in given:
                if name not in known:
                    near = difflib.get_close_matches(name, known, n=1)
                    hint = f": did you mean {near[0]!r}?" if near else f" (it has {', '.join(known)})"
                    raise TypeError(f"{function.__qualname__}() has no argument {name!r}{hint}")
            return function(*args, **given)

        shown: Any = checked
        if described is not None:
            shown.__doc__ = _with_parameters(
                inspect.getdoc(function) or "", described, declared.__annotations__
            )
        shown.__signature__ = own.replace(parameters=[*fixed, *further])
        return checked

    return decorate


def _with_parameters(doc: str, described: type, names: Collection[str]) -> str:
    """Return a docstring with those parameters of a class that are among `names` at the end of its own parameters."""
    _, _, parameters = (inspect.getdoc(described) or "").partition("Parameters\n----------\n")
    wanted: list[str] = []
    for item in re.split(r"\n(?=\S)", parameters.split("\n\n")[0]):
        heading = item.partition("\n")[0]
        if any(name in names for name in heading.split(", ")):
            wanted.append(item)
    head, raises, rest = doc.partition("\n\nRaises\n")
    return "\n".join([head, *wanted]) + raises + rest

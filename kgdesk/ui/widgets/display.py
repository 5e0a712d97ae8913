"""Whether the display that the environment names answers: Qt aborts a process that cannot reach it."""

from __future__ import annotations

import ctypes
import functools
import os

from kgdesk.errors import KgdeskError, phrase

#: Platforms of Qt that need a display -> the variable that names it.
_NAMED_BY = {"xcb": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}


def answers() -> bool:
    """Return whether Qt will find the display, or needs none, on systems that name theirs in the environment."""
    asked = [name.partition(":")[0] for name in os.environ.get("QT_QPA_PLATFORM", "").split(";") if name]
    wanted = [kind for name in asked or _NAMED_BY for kind in _NAMED_BY if name.startswith(kind)]
    if len(wanted) < len(asked):
        return True  # offscreen and its like
    return any(_reachable(kind, os.environ.get(_NAMED_BY[kind], "")) for kind in wanted)


def no_screen() -> KgdeskError:
    """Return the refusal of a window: no display is named, or the one that is named does not answer."""
    named = next(filter(None, map(os.environ.get, _NAMED_BY.values())), None)
    if named is None:
        return KgdeskError(
            "There is no screen here for a window. Work with the commands (kgdesk --help), or save a picture of the "
            "sample study: kgdesk demo --snapshot FILE.png."
        )
    return KgdeskError(
        phrase(
            "The screen {name} cannot be reached: it is not there, or it does not let this user in. Work with the "
            "commands (kgdesk --help), or save a picture of the sample study: kgdesk demo --snapshot FILE.png.",
            name=named,
        )
    )


@functools.cache
def _reachable(kind: str, name: str) -> bool:
    """Connect as Qt will, by the same library, so that permission is asked for as well."""
    if not name:
        return False
    try:
        if kind == "xcb":
            xcb = ctypes.CDLL("libxcb.so.1")
            xcb.xcb_connect.restype = ctypes.c_void_p
            connection = ctypes.c_void_p(xcb.xcb_connect(name.encode(), None))
            found = not xcb.xcb_connection_has_error(connection)
            xcb.xcb_disconnect(connection)
            return found
        wayland = ctypes.CDLL("libwayland-client.so.0")
        wayland.wl_display_connect.restype = ctypes.c_void_p
        pointer = wayland.wl_display_connect(name.encode())
        if pointer:
            wayland.wl_display_disconnect(ctypes.c_void_p(pointer))
        return bool(pointer)
    except (OSError, AttributeError):
        return True  # the library is not where it is known by this name: Qt may find it all the same

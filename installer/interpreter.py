"""The interpreter that is frozen: which one it has to be, and which one runs here."""

from __future__ import annotations

import platform
import subprocess
import sys
import tomllib

from freezing import HERE, BuildStopped


def pinned_interpreter(system: str = sys.platform) -> dict[str, str]:
    """Return the pin of a system: ``version``, and on Linux ``package``, ``revision`` and ``executable``."""
    pins: dict[str, dict[str, str]] = tomllib.loads((HERE / "pins-python.toml").read_text("utf-8"))
    return pins[system]


def installed_revision(package: str) -> str:
    """Return the version of an installed Debian package; empty if it is not installed."""
    words = ["dpkg-query", "--show", "--showformat", "${Version}", package]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def is_for_proofs(pin: dict[str, str]) -> bool:
    """Return whether the interpreter here is the one that a pin names for proofs, whose results are no release."""
    return platform.python_version() == pin.get("proving")


def check_interpreter() -> bool:
    """See that the interpreter here is the pinned one; return whether it is the one for releases, not for proofs.

    Raises
    ------
    BuildStopped
        Another one would be frozen.
    """
    pin = pinned_interpreter()
    here, wanted = f"Python {platform.python_version()}", f"Python {pin['version']}"
    if is_for_proofs(pin):
        return False
    is_pinned = platform.python_version() == pin["version"]
    if "package" in pin:
        wanted += f", Debian's {pin['package']} {pin['revision']} ({pin['executable']})"
        revision = installed_revision(pin["package"])
        # Another Python of the same version, built by hand, gets no fixes.
        is_pinned = is_pinned and sys.base_prefix == "/usr" and revision == pin["revision"]
        here += f", Debian's {revision}" if sys.base_prefix == "/usr" else ""
    if not is_pinned:
        raise BuildStopped(
            f"The interpreter here is {here}, in {sys.base_prefix}; pinned is {wanted}. Make the environment with that "
            "one, or raise the pin in installer/pins-python.toml."
        )
    return True

"""The command `completion`: a script that completes commands, options and files in a shell."""

from __future__ import annotations

import argparse
import shlex
from typing import TYPE_CHECKING

from kgdesk.cli import console
from kgdesk.cli.commands import Command

if TYPE_CHECKING:
    from collections.abc import Iterable

    #: Command -> its line of help and its arguments.
    Commands = dict[str, tuple[str, list[argparse.Action]]]

_BASH = """# Completion of kgdesk in bash.
_kgdesk() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} options="" choices=""
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "{commands}" -- "$word")
        return
    fi
    case "${{COMP_WORDS[1]}}" in
{options}
    esac
    case "${{COMP_WORDS[1]}} $before" in
{choices}
    esac
    if [ -n "$choices" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
    elif [ "${{word#-}}" != "$word" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}}
complete -F _kgdesk kgdesk
"""

_ZSH = """#compdef kgdesk
# Completion of kgdesk in zsh.
_kgdesk() {{
    local -a commands
    commands=(
{commands}
    )
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    case $words[2] in
{options}
    esac
}}
if [ "$funcstack[1]" = "_kgdesk" ]; then
    _kgdesk "$@"
else
    compdef _kgdesk kgdesk
fi
"""


def script(shell: str) -> str:
    """Return the script that completes commands, options and files in a shell: bash, zsh or fish."""
    known = _commands()
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](known)


def _commands() -> Commands:
    from kgdesk.cli.parser import build  # noqa: PLC0415 - the parser imports this module for its command

    parser = build()
    (listed,) = (one for one in parser._actions if isinstance(one, argparse._SubParsersAction))  # noqa: SLF001 - argparse tells them nowhere else
    summaries = {one.dest: one.help or "" for one in listed._choices_actions}  # noqa: SLF001 - likewise
    return {
        name: (summaries[name], [one for one in each._actions if one.help != argparse.SUPPRESS])  # noqa: SLF001 - likewise
        for name, each in listed.choices.items()
    }


def _options(arguments: Iterable[argparse.Action]) -> list[tuple[str, argparse.Action]]:
    return [(flag, one) for one in arguments for flag in one.option_strings]


def _bash(known: Commands) -> str:
    options, choices = [], []
    for name, (_, arguments) in known.items():
        flags = _options(arguments)
        options.append(f'        {name}) options="{" ".join(flag for flag, _ in flags)}" ;;')
        for flag, one in flags:
            if one.choices:
                choices.append(f'        "{name} {flag}") choices="{" ".join(map(str, one.choices))}" ;;')
    words = " ".join([*known, "--help", "--version"])
    return _BASH.format(commands=words, options="\n".join(options), choices="\n".join(choices))


def _zsh(known: Commands) -> str:
    def told(text: str) -> str:
        plain = text.replace("%%", "%").replace("\\", "").replace(":", "\\:")
        return plain.replace("[", "(").replace("]", ")")

    commands = [f"        {shlex.quote(f'{name}:{told(summary)}')}" for name, (summary, _) in known.items()]
    options = []
    for name, (_, arguments) in known.items():
        specs = []
        for flag, one in _options(arguments):
            value = (
                ""
                if one.nargs == 0
                else f":value:({' '.join(map(str, one.choices))})"
                if one.choices
                else ":value:_files"
            )
            specs.append(shlex.quote(f"{flag}[{told(one.help or '')}]{value}"))
        options.append(f"        {name}) _arguments {' '.join(specs)} '*:file:_files' ;;")
    return _ZSH.format(commands="\n".join(commands), options="\n".join(options))


def _fish(known: Commands) -> str:
    lines = ["# Completion of kgdesk in fish."]
    for name, (summary, arguments) in known.items():
        lines.append(f"complete -c kgdesk -n __fish_use_subcommand -f -a {name} -d {_fish_text(summary)}")
        where = f"'__fish_seen_subcommand_from {name}'"
        for flag, one in _options(arguments):
            letter = f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}"
            value = (
                ""
                if one.nargs == 0
                else f" -x -a '{' '.join(map(str, one.choices))}'"
                if one.choices
                else " -r"
            )
            lines.append(f"complete -c kgdesk -n {where} {letter}{value} -d {_fish_text(one.help or '')}")
    return "\n".join(lines) + "\n"


def _fish_text(text: str) -> str:
    quoted = text.replace("%%", "%").replace("\\", "\\\\").replace("'", "\\'")
    return f"'{quoted}'"


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=("bash", "zsh", "fish"), help="bash, zsh or fish")


def completion(options: argparse.Namespace) -> int:
    """Print the completion of a shell."""
    console.show(script(options.shell), end="")
    return 0


COMPLETION = Command(completion, _add_options, ("kgdesk completion bash",))

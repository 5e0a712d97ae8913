"""The parser of the command line: the whole program's, and that of each command."""

from __future__ import annotations

import argparse
import re
import sys
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

from kgdesk import __version__
from kgdesk.cli import console
from kgdesk.cli.commands import COMMANDS, HIDDEN, SECTIONS
from kgdesk.cli.dispatch import WrongUsage, answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kgdesk.cli.commands import CommandEntry

#: Environment variables that the program reads.
ENVIRONMENT = {
    "KGDESK_OPERATOR": "who makes the entries, where --by does not say it",
    "KGDESK_DATA": "folder for what waits for servers, seen heads, backups and drafts, instead of the user's own",
    "KGDESK_TRACEBACK": "1: a fault of the program ends with Python's traceback",
    "KGDESK_TIMELINE": "file to which the window writes how long the parts of its start took",
}

#: Exit statuses and what they mean.
STATUSES = {
    "0": "done, also where an outcome waits here for a server that is away",
    "1": "refused, with a sentence; nothing was changed",
    "2": "wrong usage",
    "3": "the study is in use or was changed meanwhile, or its server is away; nothing was kept: try again",
    "70": "a fault of kgdesk",
}

#: Words that people try as commands -> the command that does it.
MEANT = {
    "list": "candidates",
    "show": "status",
    "info": "status",
    "create": "new",
    "init": "new",
    "next": "suggest",
    "ask": "suggest",
    "run": "start",
    "tell": "record",
    "result": "record",
    "results": "record",
    "edit": "correct",
    "fix": "correct",
    "undo": "take-back",
    "delete": "take-back",
    "remove": "exclude",
    "history": "audit",
    "log": "audit",
    "check": "verify",
    "print": "report",
    "simulate": "rehearse",
    "plate": "worklist",
    "gui": "open",
}

#: Letters that a word must share with an option, dashes counted, if one is the beginning of the other.
_LEAST_BEGUN = 4
#: Likeness from which on two words differ by a slip of the finger.
_NEARLY_EQUAL = 0.85
#: argparse's wording of errors, a pattern -> that of kgdesk.
_PLAIN = (
    (r"invalid int value: ", "not a whole number: "),
    (r"invalid float value: ", "not a number: "),
    (r"ignored explicit argument '(.*)'", r"it takes no value: leave out “\1”"),
)
#: What an option or argument names, by its metavar, so that an empty text cannot be meant.
_NAMES = frozenset(
    {
        "ADDRESS", "CANDIDATE", "COL", "DEST", "DIR", "FILE", "FILE.png", "FILE.txt", "FOLDER", "NAME", "OTHER",
        "OUTCOMES", "RUN|FILE", "STUDY", "TABLE", "TABLE|STUDY", "TIME", "WORKLIST",
    }
)  # fmt: skip


class Parser(argparse.ArgumentParser):
    """Argument parser that reports errors in one sentence, takes no abbreviated options, and shows an example.

    Parameters
    ----------
    examples
        Command lines that the help shows at its end.
    usual
        Options that the help shows, as in `Command`; empty for all.
    options
        As for `argparse.ArgumentParser`.
    """

    def __init__(self, *, examples: Sequence[str] = (), usual: Sequence[str] = (), **options: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **options})
        self.examples, self.usual = tuple(examples), tuple(usual)
        if usual:
            self.add_argument("--help-all", action=_HelpAll, nargs=0, help="show all options and exit")

    def format_help(self) -> str:
        """Return the help with the examples at its end; of a command with many options only the usual ones."""
        return self._with_examples(self._usual_help() if self.usual else super().format_help())

    def _usual_help(self) -> str:
        form = self._get_formatter()
        form.add_text(f"usage: {self.one_line_usage().rstrip('.')}")
        form.add_text(self.description)
        shown = [
            one
            for one in self._actions
            if not one.option_strings or set(self.usual) & set(one.option_strings)
        ]
        form.start_section("the usual options")
        form.add_arguments([*shown, *(one for one in self._actions if isinstance(one, _HelpAll))])
        form.end_section()
        return form.format_help()

    def _with_examples(self, text: str) -> str:
        lines = [text.rstrip("\n")]
        if self.examples:
            title = "example" if len(self.examples) == 1 else "examples"
            lines += ["", f"{title}:", *(f"  {example}" for example in self.examples)]
        return "\n".join(lines) + "\n"

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse; name an unknown option before a missing argument, which may be the one that was mistyped."""
        for word in sys.argv[1:] if args is None else args:
            if word == "--" or (self._subparsers is not None and not word.startswith("-")):
                break
            option = word.partition("=")[0]
            if option.startswith("--") and " " not in option and option not in self._option_string_actions:
                self.error(f"there is no option {option}{self._hint(option)}")
        parsed, rest = super().parse_known_args(args, namespace)
        rest = self._placed(parsed, rest)
        if rest:
            if re.match("-[a-zA-Z]", rest[0]):
                self.error(f"there is no option {rest[0].partition('=')[0]}")
            words = ", ".join(f"“{word}”" for word in rest)
            way_out = "leave it out, or put quotation marks around a name"
            if rest[0].startswith("-"):
                way_out = "leave it out, or put -- in front of it if it is no option"
            self.error(f"there is no place for {words}: {'leave it out' if rest == ['--'] else way_out}")
        return parsed, rest

    def _hint(self, option: str) -> str:
        """Return what an unknown option may have been meant to be."""
        return did_you_mean(option, self._option_string_actions)

    def _placed(self, parsed: Any, rest: list[str]) -> list[str]:
        """Give arguments the words that stand behind an option; return the words that are left.

        argparse takes an optional argument for left out, and a list for complete, where an option stands.
        """
        for action in self._actions:
            if not rest or any(word.startswith("-") for word in rest):
                break
            if action.option_strings:
                continue
            given = getattr(parsed, action.dest, None)
            if action.nargs == argparse.OPTIONAL and given is action.default:
                setattr(parsed, action.dest, self._get_values(action, rest[:1]))
                rest = rest[1:]
            elif action.nargs in {argparse.ZERO_OR_MORE, argparse.ONE_OR_MORE}:
                setattr(parsed, action.dest, [*(given or ()), *self._get_values(action, rest)])
                rest = []
        return rest

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """Convert the texts of an argument or option; one that names something is not empty."""
        if action.metavar in _NAMES and any(not text.strip() for text in arg_strings):
            raise argparse.ArgumentError(action, "an empty text names nothing")
        return super()._get_values(action, arg_strings)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is none of the choices; name one that resembles it, else all."""
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        is_command = action.metavar == "COMMAND"
        hint = did_you_mean(str(value), choices)
        if not hint and not is_command:
            hint = f" (choose from {', '.join(choices)})"
        what = f"there is no {'command' if is_command else 'choice'} “{value}”{hint}"
        raise argparse.ArgumentError(None if is_command else action, what)

    def error(self, message: str) -> NoReturn:
        """Raise `WrongUsage`."""
        for theirs, ours in _PLAIN:
            message = re.sub(theirs, ours, message)
        from kgdesk.actions.server import without_secrets  # noqa: PLC0415 - only a mistaken line needs it

        message = without_secrets(message).rstrip(".")
        raise WrongUsage(
            f"{self.prog}: {message}{'' if message.endswith('?') else '.'}",
            f"Usage: {self.one_line_usage()} See {self.prog} --help.",
        )

    def one_line_usage(self) -> str:
        """Return the program with the arguments and options that it cannot do without."""
        form = self._get_formatter()
        needed = [action for action in self._actions if action.required or not action.option_strings]
        form.add_usage(self.usage, needed, [])
        words = form.format_help().split()[1:]
        usage = " ".join(words).replace(self.prog, f"{self.prog} [options]", 1)
        return f"{usage}{'' if usage.endswith('...') else '.'}"

    def _print_message(self, message: str, file: Any = None) -> None:
        if file is sys.stdout and file is not None:
            console.show(message.removesuffix("\n"))
        else:
            console.remark(message.removesuffix("\n"))


class _HelpAll(argparse.Action):
    """Action of ``--help-all``: print the help with all options and exit."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Print the help and exit."""
        assert isinstance(parser, Parser)  # noqa: S101 - only `Parser` adds this action
        parser.usual = ()
        parser.print_help()
        parser.exit()


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question that names what resembles a mistyped word most; empty if nothing does."""
    import difflib  # noqa: PLC0415 - only a mistyped word needs it

    listed, typed = list(known), word
    word = word.casefold()
    if word != typed and word in listed:
        return f": did you mean {word}?"
    if word in MEANT and MEANT[word] in listed:
        return f": did you mean {MEANT[word]}?"
    alike = [each for each in listed if abs(len(each) - len(word)) <= 2]
    near = (
        sorted((each for each in listed if len(word) >= _LEAST_BEGUN and each.startswith(word)), key=len)
        or difflib.get_close_matches(word, alike, n=1, cutoff=_NEARLY_EQUAL)
        or sorted((each for each in listed if len(each) >= _LEAST_BEGUN and word.startswith(each)), key=len)[
            -1:
        ]
        or difflib.get_close_matches(word, alike, n=1, cutoff=0.6)
    )
    return f": did you mean {near[0]}?" if near else ""


class ProgramParser(Parser):
    """The parser of the whole program: its help lists the commands in sections."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse; a word that is no command is refused with the command that follows it."""
        words = list(sys.argv[1:] if args is None else args)
        later = next((word for word in words[1:] if word in COMMANDS), "")
        first = words[0] if later else "-"
        known = first.startswith("-") or first in COMMANDS or first in HIDDEN
        if not known and not did_you_mean(first, COMMANDS):
            self.error(f"there is no command “{first}”: the command stands first, as kgdesk {later} {first}")
        return super().parse_known_args(args, namespace)

    def _hint(self, option: str) -> str:
        return super()._hint(option) or ": the options of a command stand behind it"

    def format_help(self) -> str:
        """Return usage, commands by section, options, environment variables and exit statuses."""
        form = self._get_formatter()
        form.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        form.add_text(self.description)
        tables = {
            title: {entry.name: entry.summary for entry in entries} for title, entries in SECTIONS.items()
        }
        tables |= {"environment variables": ENVIRONMENT, "exit status": STATUSES}
        for title, lines in tables.items():
            form.start_section(title)
            form.add_arguments(
                [argparse.Action([], name, metavar=name, help=line) for name, line in lines.items()]
            )
            form.end_section()
        form.start_section("options")
        form.add_arguments([action for action in self._actions if action.option_strings])
        form.end_section()
        form.add_text("kgdesk help COMMAND shows the arguments of a command with an example.")
        return form.format_help()


@cache
def build() -> Parser:
    """Return the parser of all commands with all their options; the same one each time."""
    parser, commands = _program()
    for entry in COMMANDS.values():
        _add(commands, entry)
    return parser


def run(words: Sequence[str]) -> int:
    """Parse and run one command; return the exit status.

    Parameters
    ----------
    words
        Arguments without the program's name; without any the window opens.
    """
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    parser, commands = _program()
    name = words[0] if words else ""
    entry = COMMANDS.get(name) or HIDDEN.get(name)
    if entry is not None:
        _add(commands, entry)
    else:  # help of the program, the window, or a mistyped name
        for each in COMMANDS.values():
            commands.add_parser(each.name)
    return answer(list(words), parser)


def _program() -> tuple[ProgramParser, Any]:
    """Return the parser of the program without commands, and the action to which their parsers are added."""
    parser = ProgramParser(
        prog="kgdesk",
        description="Find the best of many candidate experiments from successes and failures, in few runs. "
        "Without a command the window opens.",
    )
    parser.add_argument(
        "-V", "--version", action="version", version=f"kgdesk {__version__}", help="show the version and exit"
    )
    parser.set_defaults(act=lambda options: COMMANDS["open"].load().run(options))
    # Commands get plain parsers: only the help of the whole program has sections.
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands", parser_class=Parser)
    return parser, commands


def _add(commands: Any, entry: CommandEntry) -> None:
    """Add the parser of a command with its options, and those that every command has."""
    command = entry.load()
    parser = commands.add_parser(
        entry.name,
        help=entry.summary,
        description=f"{entry.summary[0].upper()}{entry.summary[1:]}.",
        examples=command.examples,
        usual=command.usual,
    )
    parser.add_argument(
        "-q",
        "--quiet",
        action="store_true",
        help="print no confirmation; answers and refusals still appear",
    )
    command.add_options(parser)
    parser.set_defaults(act=command.run, parser=parser)

"""Parse and run a command with the outermost error handler; commands that open the window."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from kgdesk import __version__, actions
from kgdesk.cli import console
from kgdesk.errors import KgdeskError, ServerAway, StaleHead, StudyInUse
from kgdesk.missing_libraries import missing_library

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence


#: Exit statuses besides 0 (done) and 2 (wrong usage): refused; busy, overtaken or away and nothing was kept, so
#: try again; a bug.
REFUSED, BUSY, FAULT = 1, 3, 70

#: argparse's wording of errors -> that of kgdesk.
_PLAIN = (
    ("invalid int value: ", "not a whole number: "),
    ("invalid float value: ", "not a number: "),
)


class Parser(argparse.ArgumentParser):
    """Argument parser that reports errors in one sentence, takes no abbreviated options, and shows an example.

    Parameters
    ----------
    examples
        Command lines that the help shows at its end.
    options
        As for `argparse.ArgumentParser`.
    """

    def __init__(self, *, examples: Sequence[str] = (), **options: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **options})
        self.examples = tuple(examples)

    def format_help(self) -> str:
        """Return the help with the examples at its end."""
        lines = [super().format_help().rstrip("\n")]
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
                self.error(f"there is no option {option}{did_you_mean(option, self._option_string_actions)}")
        return super().parse_known_args(args, namespace)

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
        """Print usage and message; exit with status 2."""
        for theirs, ours in _PLAIN:
            message = message.replace(theirs, ours)
        self.print_usage(sys.stderr)
        end = "" if message.endswith("?") else "."
        self.exit(2, f"{self.prog}: {message.rstrip('.')}{end} See {self.prog} --help.\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        if file is sys.stdout and file is not None:
            console.show(message.removesuffix("\n"))
        else:
            console.remark(message.removesuffix("\n"))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question that names what resembles a mistyped word most; empty if nothing does."""
    import difflib  # noqa: PLC0415 - only a mistyped word needs it

    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f": did you mean {near[0]}?" if near else ""


def command_adder(
    commands: Any, examples: Mapping[str, Sequence[str]] | None = None
) -> Callable[[str, str], argparse.ArgumentParser]:
    """Return the function that adds a command with a name and a line of help, and the options of every command.

    Parameters
    ----------
    commands
        The subparsers of the program's parser.
    examples
        Examples by the name of the command.
    """

    def command(name: str, what: str) -> argparse.ArgumentParser:
        description = f"{what[0].upper()}{what[1:]}."
        made: argparse.ArgumentParser = commands.add_parser(
            name, help=what, description=description, examples=(examples or {}).get(name, ())
        )
        made.add_argument(
            "-q",
            "--quiet",
            action="store_true",
            help="say nothing when all is done; answers and refusals still come",
        )
        return made

    return command


def answer(argv: list[str], parser: argparse.ArgumentParser) -> int:
    """Parse and run one command; return the exit status.

    Parameters
    ----------
    argv
        Arguments without the program name.
    parser
        Parser whose result has ``act``, the function of the command: it takes the options and returns the status.
    """
    console.prepare()
    json_too = "--json" in argv
    try:
        options = parser.parse_args(argv)
    except SystemExit as leaving:
        return int(leaving.code or 0)
    except console.ReaderGone:
        return REFUSED
    except console.NotPrinted as why:
        return refuse(why.args[0])
    with console.manner(quiet=getattr(options, "quiet", False)):
        return _run(options, json_too=json_too)


def _run(options: argparse.Namespace, *, json_too: bool) -> int:
    """Run a command under the outermost handler; return the exit status."""
    try:
        return int(options.act(options))
    except SystemExit as leaving:
        return int(leaving.code or 0)
    except KgdeskError as refused:
        status = BUSY if _can_be_tried_again(refused, options) else REFUSED
        return refuse(refused, refused.code, status=status, json_too=json_too)
    except console.ReaderGone:
        return REFUSED
    except console.NotPrinted as why:
        return refuse(why.args[0])
    except Exception as fault:
        if os.environ.get("KGDESK_TRACEBACK"):
            raise
        return _refuse_fault(fault, json_too=json_too)


def _refuse_fault(fault: Exception, *, json_too: bool) -> int:
    """Print what an unexpected exception means to a person; return the exit status."""
    missing = missing_library(fault) if isinstance(fault, ImportError) else None
    if missing is not None:
        return refuse(missing, missing.code, json_too=json_too)
    sentence = (
        f"kgdesk has a fault ({type(fault).__name__}: {fault}). What was recorded before is safe; set "
        "KGDESK_TRACEBACK=1 to see where it happened."
    )
    return refuse(sentence, status=FAULT, json_too=json_too)


def _can_be_tried_again(refused: KgdeskError, options: argparse.Namespace) -> bool:
    """Return whether nothing was kept and the same command can succeed later: busy, away, or overtaken by others."""
    if isinstance(refused, StaleHead):
        # With --revision the command stays refused, since the revision that it names is past.
        return getattr(options, "revision", None) is None
    # An append that could not get the lock in time is a NotSaved whose cause is the holder of the lock.
    return isinstance(refused, StudyInUse | ServerAway) or isinstance(refused.__cause__, StudyInUse)


def refuse(
    problem: str | KgdeskError, code: str = "KD-400", *, status: int = REFUSED, json_too: bool = False
) -> int:
    """Print an error message on standard error, and with ``--json`` as an object on standard output too.

    Returns
    -------
    int
        `status`.
    """
    console.remark(" ".join(str(problem).split()))
    if sys.__stderr__ is None:  # shown in a message box, where the code links to the manual
        console.remark(f"({code})")
    if json_too:
        message = " ".join(str(problem).split())
        with contextlib.suppress(console.ReaderGone, console.NotPrinted):
            console.show(console.as_json({"error": {"code": code, "message": message}}))
    return status


def add_version(parser: argparse.ArgumentParser) -> None:
    """Add ``--version`` and ``-V``."""
    parser.add_argument(
        "-V", "--version", action="version", version=f"kgdesk {__version__}", help="show the version and exit"
    )


STUDY = "the study file, NAME.kgstudy, or postgresql://SERVER/BASE#NAME"


def add_window(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the commands `demo` and `open`."""
    sample = command("demo", "open the window on a bundled sample study")
    sample.set_defaults(act=demo)
    sample.add_argument(
        "--snapshot", metavar="FILE.png", help="save a picture of the window instead, and exit"
    )
    opened = command("open", "open the window on a study")
    opened.set_defaults(act=window)
    opened.add_argument("study", metavar="STUDY", help=STUDY)
    add_by(opened)


def _one_character(text: str) -> str:
    text = {"tab": "\t", "\\t": "\t"}.get(text, text)
    if len(text) != 1:
        raise argparse.ArgumentTypeError(f"“{text}” is not one character (write tab for a tabulator)")
    return text


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the options that resolve ambiguities of a table."""
    group = parser.add_argument_group("reading the table")
    group.add_argument("--decimal", choices=("point", "comma"), help="decimal mark, where both readings fit")
    group.add_argument("--delimiter", type=_one_character, metavar="CHAR", help="what separates the columns")
    group.add_argument("--sheet", metavar="NAME", help="sheet of an Excel file")
    group.add_argument(
        "--encoding", metavar="NAME", help="encoding of a text file that is not UTF-8, as cp1252"
    )
    group.add_argument(
        "--headings", type=int, metavar="N", help="line, or row of a sheet, with the headings, below a title"
    )


def add_by(parser: argparse.ArgumentParser) -> None:
    """Add ``--by``, the operator's name."""
    parser.add_argument(
        "--by",
        metavar="NAME",
        default=None,
        help="typed name of who does it, which nobody checks (KGDESK_OPERATOR, else the system's user name)",
    )


def who(options: argparse.Namespace) -> actions.Operator:
    """Return the operator given by ``--by``, else the default operator of this computer."""
    return actions.Operator(options.by if getattr(options, "by", None) is not None else actions.user_name())


def window(options: argparse.Namespace) -> int:
    """Open the window on a study, or on the list of studies."""
    study = getattr(options, "study", None)
    if study:
        # Open it first, so that errors appear on the terminal, not in a window.
        actions.open_study(study, who(options), read_only=True).close()
    # Imported by name: the command line must not import Qt.
    app = import_module("kgdesk.ui.home.main")
    place, by = actions.place_of(study) if study else None, getattr(options, "by", None) or ""
    return int(app.run(place, who(options).operator, by=by))


def demo(options: argparse.Namespace) -> int:
    """Open the window on the sample study, or save a screenshot."""
    if options.snapshot is None:
        path = actions.sample_path(actions.SAMPLES[0])
        if not path.exists():
            actions.open_sample(path.parent, who(options)).close()
        return int(import_module("kgdesk.ui.home.main").run(path, actions.user_name()))
    dest = Path(options.snapshot)
    with tempfile.TemporaryDirectory(prefix="kgdesk-demo-") as folder:
        import_module("kgdesk.ui.home.main").snapshot(dest, actions.open_sample(folder, who(options)))
    console.confirm(f"Saved {dest}.")
    return 0


def run(argv: list[str]) -> int:
    """Open the window as the arguments say, or print the version; return the exit status."""
    parser = Parser(prog="kgdesk")
    add_version(parser)
    parser.set_defaults(act=window)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    add_window(command_adder(commands))
    return answer(argv, parser)

"""Commands for plates and paper: `worklist`, and printed `sheet` and `labels`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kgdesk.actions import sheets, worklists
from kgdesk.actions.worklists import Layout
from kgdesk.cli import console
from kgdesk.cli.command_base import (
    add_by_and_token,
    add_dest,
    add_json,
    add_language,
    add_limits,
    add_overwrite,
    backed_up,
    batch_limits,
    confirm_entry,
    names,
    on_study,
    opened,
    saving,
)
from kgdesk.errors import BadInput
from kgdesk.model.decisions.plates import in_progress_on
from kgdesk.text import in_sequence

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session
    from kgdesk.cli.command_base import Command
    from kgdesk.model.study.study import Study


#: Names of the options that `add_limits` adds.
_LIMITS: Final = ("with_repeats", "per_level", "one_level", "shared")


def add_worklist(command: Command) -> None:
    """Add the command `worklist`."""
    parser = on_study(command, "worklist", "start the runs of a plate and write its worklist", worklist)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "--count", type=int, default=0, metavar="K", help="so many suggestions, each allowing for the others"
    )
    which.add_argument(
        "--candidates", type=names, default=[], metavar="A,B,C", help="these candidates, in this order"
    )
    which.add_argument(
        "--of", metavar="ID", help="write the file of a worklist again whose runs are started; starts none"
    )
    which.add_argument("--list", action="store_true", help="list the worklists")
    parser.add_argument("--out", metavar="FILE", help="file ending in .csv or .xlsx; - for standard output")
    parser.add_argument(
        "--plan", action="store_true", help="only list the runs and their wells; starts nothing"
    )
    _add_plate(parser)
    add_limits(parser)
    add_overwrite(parser)
    add_by_and_token(parser)
    add_json(parser, "worklist", "saved")
    parser.set_defaults(parser=parser)


def _add_plate(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how the plate is filled, and the template of its file."""
    group = parser.add_argument_group("the plate")
    group.add_argument(
        "--plate", type=int, default=96, metavar="N",
        help="wells: 6, 12, 24, 48, 96, 384 or 1536 (default: 96)",
    )  # fmt: skip
    group.add_argument(
        "--name", default="", metavar="TEXT", help="name of the plate (default: that of the file)"
    )
    group.add_argument(
        "--order", choices=("rows", "columns", "random"), default="rows",
        help="how the wells are filled (default: rows)",
    )  # fmt: skip
    group.add_argument("--snake", action="store_true", help="fill every other row or column backwards")
    group.add_argument("--seed", type=int, default=0, metavar="N", help="of a random order (default: 0)")
    group.add_argument("--no-edge", action="store_true", help="leave out the outer wells")
    group.add_argument(
        "--control", action="append", default=[], metavar="NAME:OUTCOME=WELLS",
        help="wells for a control and the outcome by which it passes, as DMSO:failure=A01,H12",
    )  # fmt: skip
    group.add_argument(
        "--empty", type=names, default=[], metavar="WELLS", help="wells that stay empty, as A02,A03"
    )
    group.add_argument(
        "--template", metavar="FILE",
        help=f"TOML file with other columns for the file, or one of kgdesk's: {', '.join(worklists.TEMPLATES)}",
    )  # fmt: skip


def worklist(options: argparse.Namespace) -> int:
    """Start the runs of a worklist and write its file; return the exit status."""
    if options.json and options.out == "-":
        options.parser.error("--out - and --json both take standard output")
    if options.of:
        _refuse_new_plate(options)
    options.template = options.template and worklists.read_template(options.template)
    if options.list or options.of or options.plan:
        return _look(options)
    if not options.out:
        raise BadInput(
            "Name the file of the worklist (--out FILE), or only list it (--plan). Nothing was started."
        )
    with backed_up(opened(options)) as session:
        plan = _planned(session, options)
        since = session.study.head.seq
        to_file = None if options.out == "-" else options.out
        with console.unbroken():
            change = worklists.make_worklist(
                session, plan, to_file, overwrite=options.overwrite, token=options.token
            )
            number = next(str(e.payload["id"]) for e in change.events if e.kind == "worklist_made")
            started = console.count(len(plan.runs), "run")
            sentence = f"Worklist {number} ({plan.name}): {started} started."
            if options.json:
                saved = None if change.notice else to_file
                confirm_entry(session, sentence, options, since, worklist=number, saved=saved)
            elif to_file is None:
                remark: str = sentence
                try:
                    console.pour_text(worklists.worklist_text(change.study, number))
                except console.NotPrinted:
                    again = f"Its file could not be printed: write it again with --of {number} --out FILE."
                    remark = in_sequence([sentence, again])
                console.remark(remark)
            else:
                saved = "" if change.notice else f"Saved {to_file}."
                console.confirm(*filter(None, (sentence, saved)))
                if change.notice:
                    console.remark(change.notice)
    return 0


def _look(options: argparse.Namespace) -> int:
    """List worklists or a plan, or write the file of a worklist again; nothing is started."""
    with opened(options, read_only=True) as session:
        if options.of and not options.json and options.out in {None, "-"}:
            console.pour_text(worklists.worklist_text(session.study, options.of, options.template))
            return 0
        if options.of or options.list:
            answer = _of(session.study, options)
        else:
            table = worklists.plan_table(_planned(session, options))
            rows = [[None if cell is None else str(cell) for cell in row] for row in table.rows]
            plan_json = {"study": session.study.name, "header": list(table.header), "rows": rows}
            answer = console.as_json(plan_json) if options.json else _as_lines(table)
    console.show(answer)
    return 0


def _refuse_new_plate(options: argparse.Namespace) -> None:
    """End with wrong usage if options of a new plate stand beside `--of`, which fills no well anew."""
    names = ("plate", "name", "order", "snake", "seed", "no_edge", "control", "empty", *_LIMITS)
    unused = [name for name in names if getattr(options, name) != options.parser.get_default(name)]
    named = ", ".join(f"--{name.replace('_', '-')}" for name in unused)
    if named:
        options.parser.error(f"--of writes a worklist as its runs were started: leave out {named}")


def _of(study: Study, options: argparse.Namespace) -> str:
    """Return the list of worklists, or write the file of one again."""
    if options.list:
        found = [(one.id, one.name, len(in_progress_on(study, one.id))) for one in study.worklists]
        if options.json:
            listed = [{"id": id_, "name": name, "in_progress": count} for id_, name, count in found]
            return console.as_json({"study": study.name, "worklists": listed})
        lines = [f"{id_} ({name}): {console.count(count, 'run')} in progress" for id_, name, count in found]
        return "\n".join(lines or ["This study has no worklist yet."])
    template = options.template
    if not options.out:
        text = worklists.worklist_text(study, options.of, template)
        return console.as_json({"study": study.name, "file": text})
    saved = worklists.write_worklist(study, options.of, options.out, template, overwrite=options.overwrite)
    done = f"Saved {saved}."
    return console.as_json({"saved": str(saved), "done": done}) if options.json else done


def _planned(session: Session, options: argparse.Namespace) -> worklists.WorklistPlan:
    done = session.recorded(options.token)
    listed = next((event.payload for event in done if event.kind == "worklist_made"), None)
    study = session.study
    layout = Layout(
        plate=options.plate,
        order=options.order,
        seed=options.seed,
        snake=options.snake,
        edge=not options.no_edge,
        controls=worklists.parse_controls(";".join(options.control), study.settings),
        empty=tuple(options.empty),
    )
    candidates = options.candidates
    if listed is not None:  # asked again with the same token: the suggestions would be others by now
        candidates = [use["name"] for use in listed["wells"] if use["holds"] == "candidate"]
        if options.candidates not in ([], candidates) or options.count not in {0, len(candidates)}:
            candidates = options.candidates
    return worklists.plan_worklist(
        study,
        count=options.count,
        candidates=candidates,
        layout=layout,
        name=options.name or (Path(options.out).stem if options.out not in {None, "-"} else ""),
        template=options.template,
        **batch_limits(options),
    )


def _as_lines(table: Any) -> str:
    rows = [table.header, *table.rows]
    return "\n".join("  ".join("" if cell is None else str(cell) for cell in row).rstrip() for row in rows)


def add_sheets(command: Command) -> None:
    """Add the commands `sheet` and `labels`."""
    runs = on_study(
        command,
        "sheet",
        "print the runs in progress and the next experiments, with room to write",
        saving(sheet),
    )
    glued = on_study(
        command, "labels", "print labels with the names of candidates and their QR codes", saving(labels)
    )
    which = glued.add_mutually_exclusive_group()
    for parser, group in ((runs, runs), (glued, which)):
        add_dest(parser, "pdf")
        group.add_argument(
            "--count",
            type=int,
            default=sheets.COUNT,
            metavar="K",
            help=f"next experiments beside the runs in progress (default: {sheets.COUNT})",
        )
    which.add_argument("--candidates", type=_names, metavar="A,B,C", help="labels for these candidates")
    which.add_argument("--all", action="store_true", help="labels for every candidate")
    glued.add_argument(
        "--stock",
        choices=tuple(sheets.STOCKS),
        default=sheets.USUAL,
        help="size of a label in millimetres; 66.7x25.4 is on US letter, the others on A4 "
        f"(default: {sheets.USUAL})",
    )
    glued.add_argument(
        "--used",
        type=int,
        default=0,
        metavar="N",
        help="labels that are gone from the first sheet (default: 0)",
    )
    for parser in (runs, glued):
        add_overwrite(parser)
        add_language(parser)


def sheet(session: Session, options: argparse.Namespace) -> str:
    """Print a run sheet; return the message."""
    printer = _printer(options)
    dest = sheets.run_sheet(session, options.dest, printer, count=options.count, overwrite=options.overwrite)
    return f"Saved {dest}."


def labels(session: Session, options: argparse.Namespace) -> str:
    """Print labels; return the message."""
    dest = sheets.labels(
        session,
        options.dest,
        _printer(options),
        candidates=session.study.pool.ids if options.all else options.candidates,
        count=options.count,
        stock=options.stock,
        used=options.used,
        overwrite=options.overwrite,
    )
    return f"Saved {dest}."


def _names(text: str) -> list[str]:
    return [name for part in text.split(",") if (name := part.strip())]


def _printer(options: argparse.Namespace) -> sheets.Printer:
    # Imported by name: the command line must not import Qt.
    printer: sheets.Printer = import_module("kgdesk.ui.printing.run_sheet_pdf").RunSheetPdf(options.language)
    return printer

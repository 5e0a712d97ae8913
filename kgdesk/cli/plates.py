"""Commands for plates: `worklist` and `void-rest`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk import actions
from kgdesk.actions import worklists
from kgdesk.actions.worklists import Layout
from kgdesk.cli import console
from kgdesk.cli.commands import Command
from kgdesk.cli.options import (
    LIMITS,
    add_by_and_token,
    add_json,
    add_limits,
    add_overwrite,
    add_reason,
    add_study,
    at_least,
    batch_limits,
    names,
)
from kgdesk.cli.sessions import backed_up, confirm_entry, opened, writing
from kgdesk.errors import BadInput
from kgdesk.model.decisions.plates import in_progress_on, unfinished

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session


def _add_worklist_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--count",
        type=at_least(1),
        default=0,
        metavar="K",
        help="number of suggestions, each allowing for the others (default: as many as the study runs at once, else 4)",
    )
    which.add_argument(
        "--candidates",
        type=names,
        action="extend",
        default=[],
        metavar="A,B,C",
        help="these candidates, in this order",
    )
    which.add_argument("--of", metavar="ID", help="write the file of a started worklist again; starts no run")
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


def _add_plate(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how the plate is filled, and the template of its file."""
    group = parser.add_argument_group("the plate")
    group.add_argument(
        "--plate", type=int, metavar="N",
        help="wells: 6, 12, 24, 48, 96, 384 or 1536 (default: 96)",
    )  # fmt: skip
    group.add_argument(
        "--name", default="", metavar="TEXT", help="name of the plate (default: that of the file)"
    )
    group.add_argument(
        "--order", choices=("rows", "columns", "random"),
        help="how the wells are filled (default: rows)",
    )  # fmt: skip
    group.add_argument("--snake", action="store_true", help="fill every other row or column backwards")
    group.add_argument("--seed", type=at_least(0), metavar="N", help="of a random order (default: 0)")
    group.add_argument("--no-edge", action="store_true", help="leave out the outer wells")
    group.add_argument(
        "--control", action="append", default=[], metavar="NAME:OUTCOME=WELLS",
        help="wells for a control and the outcome that it should give, for example DMSO:failure=A01,H12",
    )  # fmt: skip
    group.add_argument(
        "--empty",
        type=names,
        action="extend",
        default=[],
        metavar="WELLS",
        help="wells that stay empty, for example A02,A03",
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
        return _answer_only(options)
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
                    console.write_text_file_to_stdout(worklists.worklist_text(change.study, number))
                except console.NotPrinted:
                    again = f"Its file could not be printed: write it again with --of {number} --out FILE."
                    remark = f"{sentence} {again}"
                console.remark(remark)
            else:
                saved = "" if change.notice else f"Saved {to_file}."
                console.confirm(*filter(None, (sentence, saved)))
                if change.notice:
                    console.remark(change.notice)
    return 0


def _answer_only(options: argparse.Namespace) -> int:
    """List worklists or a plan, or write the file of a worklist again; nothing is started."""
    with opened(options, read_only=True) as session:
        if options.of and not options.json and options.out in {None, "-"}:
            console.write_text_file_to_stdout(
                worklists.worklist_text(session.study, options.of, options.template)
            )
            return 0
        if options.of or options.list:
            answer = _existing_worklists(session, options)
        else:
            table = worklists.plan_table(_planned(session, options))
            rows = [[None if cell is None else str(cell) for cell in row] for row in table.rows]
            plan_json = {"study": session.study.name, "header": list(table.header), "rows": rows}
            answer = console.as_json(plan_json) if options.json else _as_lines(table)
    console.show(answer)
    return 0


def _refuse_new_plate(options: argparse.Namespace) -> None:
    """End with wrong usage if options of a new plate stand beside `--of`, which fills no wells."""
    names = ("plate", "name", "order", "snake", "seed", "no_edge", "control", "empty", *LIMITS)
    unused = [name for name in names if getattr(options, name) != options.parser.get_default(name)]
    named = ", ".join(f"--{name.replace('_', '-')}" for name in unused)
    if named:
        options.parser.error(f"--of writes a worklist as its runs were started: leave out {named}")


def _existing_worklists(session: Session, options: argparse.Namespace) -> str:
    """Return the list of worklists, or write the file of one again."""
    study = session.study
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
    saved = worklists.write_worklist(
        study, options.of, options.out, template, overwrite=options.overwrite, like=session.file
    )
    done = f"Saved {saved}."
    return console.as_json({"saved": str(saved), "done": done}) if options.json else done


def _planned(session: Session, options: argparse.Namespace) -> worklists.WorklistPlan:
    study = session.study
    count = options.count or (0 if options.candidates else study.settings.plate_size)
    stated = {name: getattr(options, name) for name in ("plate", "order", "seed")}
    layout = Layout(
        **{name: value for name, value in stated.items() if value is not None},
        snake=options.snake,
        edge=not options.no_edge,
        controls=worklists.parse_controls(";".join(options.control), study.settings),
        empty=tuple(options.empty),
    )
    named = options.name or (Path(options.out).stem if options.out not in {None, "-"} else "")
    return worklists.plan_worklist(
        study,
        count=count,
        candidates=worklists.candidates_again(session, options.token, options.candidates, count),
        layout=layout,
        name=worklists.name_again(session, options.token, named),
        template=options.template,
        **batch_limits(options),
    )


def _as_lines(table: Any) -> str:
    rows = [table.header, *table.rows]
    return "\n".join("  ".join("" if cell is None else str(cell) for cell in row).rstrip() for row in rows)


WORKLIST = Command(
    worklist,
    _add_worklist_options,
    ("kgdesk worklist screen.kgstudy --count 4 --plate 24 --out plate7.csv",),
    (
        *(
            "--count",
            "--candidates",
            "--plate",
            "--out",
            "--plan",
            "--name",
            "--control",
            "--empty",
            "--order",
        ),
        *("--of", "--list", "--overwrite", "--by", "--token", "--json"),
    ),
)


def _add_void_rest_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "worklist", metavar="WORKLIST", nargs="?", default="", help="id or name (default: the only one)"
    )
    add_reason(parser)
    add_by_and_token(parser)


def void_rest(session: Session, options: argparse.Namespace) -> str:
    """Void the rest of a plate; return the message."""
    name = options.worklist
    if not name:
        present = unfinished(session.study)
        if len(present) != 1 and not session.recorded(options.token):
            named = [f"{each.id} ({each.name})" for each in present]
            raise BadInput(
                f"Say which worklist: those with runs in progress are {', '.join(named) or 'none'}. "
                "Nothing was recorded."
            )
        name = present[0].id if present else ""
    change = actions.void_rest(session, name, options.reason, token=options.token)
    voided = sum(event.kind == "outcome_recorded" for event in change.events)
    return f"Recorded {console.count(voided, 'run')} as void."


VOID_REST = Command(
    writing(void_rest),
    _add_void_rest_options,
    ('kgdesk void-rest screen.kgstudy W1 --reason "plate dropped"',),
)

"""What `kgdesk --help` teaches beside the arguments: sections of commands, examples, variables, exit statuses."""

from __future__ import annotations

#: Sections of ``kgdesk --help``: a title and its commands; every command is in one of them.
SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("the window", ("demo", "open")),
    ("make a study", ("sample", "new", "rehearse", "import", "add")),
    ("run experiments", ("suggest", "start", "record", "skip", "exclude", "include", "note")),
    ("plates and paper", ("worklist", "void-rest", "sheet", "labels")),
    ("what is known", ("status", "predict", "candidates", "gains")),
    ("put right", ("correct", "take-back", "set")),
    ("pass on", ("export", "report", "audit", "finish", "reopen", "sign", "lock", "unlock")),
    ("keep safe", ("verify", "backup", "restore", "server")),
    ("the program and its evidence", ("help", "selftest", "kernels", "bench", "paper", "calibrate")),
)

#: Environment variables that the program reads.
ENVIRONMENT = {
    "KGDESK_OPERATOR": "who makes the entries, where --by does not say it",
    "KGDESK_DATA": "folder for backups, seen heads, settings and compiled kernels, instead of the user's own",
    "KGDESK_TRACEBACK": "1: a fault of the program ends with Python's traceback",
    "KGDESK_TIMELINE": "file to which the window writes how long the parts of its start took",
}

#: Exit statuses and what they mean.
STATUSES = {
    "0": "done, also where an outcome waits here for a server that is away",
    "1": "refused, with a sentence; nothing was changed",
    "2": "wrong usage",
    "3": "the study is in use or its server away, and nothing was kept: try again",
    "70": "a fault of kgdesk",
}

_S = "screen.kgstudy"

#: Examples at the end of each command's help; they parse as they stand.
EXAMPLES: dict[str, tuple[str, ...]] = {
    "demo": ("kgdesk demo --snapshot demo.png",),
    "open": (f"kgdesk open {_S} --by Kim",),
    "sample": ("kgdesk sample .",),
    "new": (
        f'kgdesk new {_S} --candidates reaction-screen.csv --id Code --category Solvent --ignore "Plate location"',
    ),
    "suggest": (f"kgdesk suggest {_S}", f"kgdesk suggest {_S} --count 4 --json"),
    "record": (
        f"kgdesk record {_S} RX-043 success --token plate7-A1",
        f"kgdesk record {_S} RX-151 success --count 3/5",
        f"cat results.csv | kgdesk record {_S} --from -",
    ),
    "start": (f"kgdesk start {_S} RX-107", f"kgdesk start {_S} RX-107 RX-108 RX-109"),
    "worklist": (f"kgdesk worklist {_S} --count 4 --plate 24 --out plate7.csv",),
    "void-rest": (f'kgdesk void-rest {_S} W1 --reason "plate dropped"',),
    "take-back": (
        f"kgdesk take-back {_S} 12",
        f'kgdesk take-back {_S} plate7.csv --reason "file of another plate"',
    ),
    "skip": (f'kgdesk skip {_S} RX-042 --reason "not thawed yet"',),
    "exclude": (f'kgdesk exclude {_S} RX-042 --reason "used up"',),
    "include": (f'kgdesk include {_S} RX-042 --reason "new batch"',),
    "note": (f'kgdesk note {_S} "new batch of catalyst" --run 3',),
    "correct": (
        f'kgdesk correct {_S} 1 success --reason "typed the wrong outcome"',
        f"kgdesk correct {_S} 1 success --plan",
    ),
    "status": (f"kgdesk status {_S} --json",),
    "predict": (f"kgdesk predict {_S} RX-001 RX-002", f"cat ideas.csv | kgdesk predict {_S} --from - --json"),
    "candidates": (f"kgdesk candidates {_S} --top 10",),
    "gains": (f"kgdesk gains {_S}",),
    "import": (f"kgdesk import {_S} past.csv",),
    "add": (f'kgdesk add {_S} more.csv --reason "second library"',),
    "export": (f"kgdesk export {_S} runs.csv", f"kgdesk export {_S} - --format json"),
    "report": (f"kgdesk report {_S} report.pdf --language de",),
    "sheet": (f"kgdesk sheet {_S} sheet.pdf --count 8",),
    "labels": (f"kgdesk labels {_S} labels.pdf --all",),
    "verify": (f"kgdesk verify {_S}",),
    "backup": (f"kgdesk backup {_S} --second-place /media/usb",),
    "restore": (f"kgdesk restore {_S}",),
    "set": (f'kgdesk set {_S} --budget 60 --reason "more material came"',),
    "finish": (f'kgdesk finish {_S} --reason "good enough"',),
    "reopen": (f'kgdesk reopen {_S} --reason "three more runs"',),
    "sign": (f"kgdesk sign {_S} --meaning reviewed --by Kim",),
    "lock": (f"kgdesk lock {_S} --reason approved",),
    "unlock": (f'kgdesk unlock {_S} --reason "a run is missing"',),
    "audit": (f"kgdesk audit {_S} audit.csv",),
    "server": ("kgdesk server list postgresql://kim@db.lab/kgdesk",),
    "rehearse": ("kgdesk rehearse screen.kgstudy --policies kg,random --out rehearsal",),
    "paper": ("kgdesk paper --data uci --out paper",),
    "calibrate": ("kgdesk calibrate --out ranges",),
    "kernels": ("kgdesk kernels",),
    "selftest": ("kgdesk selftest --out certificate.txt",),
    "bench": ("kgdesk bench --quick",),
    "help": ("kgdesk help record",),
}

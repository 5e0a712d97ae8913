"""The commands of the program: those that change a study, with arguments for each, and the others."""

from __future__ import annotations

#: Table of a further candidate, `more.csv`, for `add`.
MORE = "code,temperature,ratio,solvent,well\nC-20,25,0.5,SOLVENT,B9\n"

#: Every command that changes a study: its arguments, and the kinds of events that it appends.
WRITES: dict[str, tuple[list[str], list[str]]] = {
    "record": (["C-01", "success"], ["outcome_recorded"]),
    "start": (["C-01"], ["experiment_started"]),
    "skip": (["C-01", "--reason", "why"], ["suggestion_declined"]),
    "exclude": (["C-01", "--reason", "why"], ["candidate_retired"]),
    "include": (["C-12", "--reason", "why"], ["candidate_restored"]),
    "correct": (["1", "failure", "--reason", "why"], ["outcome_corrected"]),
    "set": (["--no-barcode", "--reason", "why"], ["settings_changed"]),
    "finish": (["--reason", "why"], ["finished"]),
    "reopen": (["--reason", "why"], ["reopened"]),
    "note": (["new lamp"], ["note_added"]),
    "import": (["past.csv"], ["results_read", "outcome_recorded"]),
    "worklist": (
        ["--candidates", "C-01,C-03", "--out", "plate.csv"],
        ["worklist_made", *2 * ["experiment_started"]],
    ),
    "void-rest": (["W1", "--reason", "why"], ["outcome_recorded"]),
    "take-back": (["taken.csv", "--reason", "why"], ["outcome_voided", "note_added"]),
    "redo": (["1"], ["outcome_corrected"]),
    "block": (["Lot=4711"], ["block_set"]),
    "add": (["more.csv", "--reason", "why"], ["candidates_added"]),
}

#: Commands that create a study or leave every study unchanged.
OTHERS = {
    "demo", "open", "new", "suggest", "status", "export", "verify", "selftest", "report", "rehearse", "paper",
    "calibrate", "backup", "restore", "server", "outbox", "audit", "sheet", "labels", "sample", "predict",
    "candidates", "help", "version", "completion",
}  # fmt: skip

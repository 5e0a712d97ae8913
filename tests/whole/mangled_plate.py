"""A worklist filled with yields and saved by a German spreadsheet."""

from __future__ import annotations

import csv
import io
import re


def mangled(worklist: str, lost: str = "") -> bytes:
    """Return a worklist as a German spreadsheet saves it, with the yields filled in.

    Byte-order mark, semicolons, decimal commas, dates, lost zeros at the ends of numbers and before those of wells, in
    another order. The row of the well `lost` is missing.
    """
    rows = list(csv.DictReader(io.StringIO(worklist.removeprefix("\ufeff"))))
    (measured,) = (title for title in rows[0] if title.startswith("yield"))
    *_, dated = (
        title for title in rows[0] if title.endswith(")") and title not in {measured, "well (worklist)"}
    )
    for nth, row in enumerate(rows):
        row[measured] = f"{(nth * 37) % 50 + 0.25:.2f}"
        for title, cell in row.items():
            if re.fullmatch(r"-?\d+\.\d+", cell):
                row[title] = f"{float(cell):g}".replace(".", ",")
        if nth % 10 == 3 and row["holds"] == "candidate":
            row[dated] = "04. Jan"
    kept = [row for row in reversed(rows) if row["well"] != lost]
    for row in kept:
        row["well"] = re.sub(r"(?<=^[A-Z])0", "", row["well"])
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]), delimiter=";", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(kept)
    return ("\ufeff" + text.getvalue()).encode()

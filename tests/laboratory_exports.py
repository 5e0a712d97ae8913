"""Tables as programs and people of laboratories write them, with the answers that they need and what they must become.

Each is tried at every door: the command line refuses it with options or makes the study, and the window comes to the
same study with one answer to each question.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import openpyxl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ROWS = range(1, 13)
SOLVENTS = ("DMF", "THF", "MeCN")
CODES = [f"RX-{i:03}" for i in ROWS]


def temp(i: int) -> int:
    return 20 + 5 * (i % 6)


def solvent(i: int) -> str:
    return SOLVENTS[i % 3]


TEMPS = [float(temp(i)) for i in ROWS]
WORDS = [solvent(i) for i in ROWS]
CONCS = [float(i % 4) for i in ROWS]


@dataclass(frozen=True)
class Export:
    """A table, the answers to its questions, and what it becomes.

    Parameters
    ----------
    name, data
        Name and bytes of the file.
    options
        Options of `kgdesk new`, beside those that say how the file is read.
    asked
        What the refusal without options names.
    attributes
        Heading -> values that are learnt from.
    ids
        Codes of the candidates.
    outcomes
        Candidate and outcome of each past run.
    reading
        Question -> answer on how the file is read; each is an option as well.
    uses
        Heading -> what is chosen for it in the window, where the proposal is a question.
    words
        Word -> meaning chosen in the window, where it has none.
    threshold
        Least value of a success.
    """

    name: str
    data: bytes
    options: tuple[str, ...]
    asked: tuple[str, ...]
    attributes: dict[str, list[Any]]
    ids: list[str] = field(default_factory=lambda: CODES)
    outcomes: tuple[tuple[str, str], ...] = ()
    reading: dict[str, str] = field(default_factory=dict)
    uses: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    threshold: str = ""

    @property
    def all_options(self) -> tuple[str, ...]:
        return (*self.options, *(word for key, value in self.reading.items() for word in (f"--{key}", value)))


def text(name: str, heading: str, row: Callable[[int], str], end: str = "", encoding: str = "utf-8") -> Any:
    """Return name and bytes of a text file with twelve rows."""
    return name, (heading + "".join(f"{row(i)}\n" for i in ROWS) + end).encode(encoding)


def book(name: str, rows: Iterable[tuple[Any, ...]], more: Callable[[Any, Any], None] | None = None) -> Any:
    """Return name and bytes of a workbook."""
    made = openpyxl.Workbook()
    sheet = made.active
    for row in rows:
        sheet.append(row)
    if more is not None:
        more(made, sheet)
    stream = io.BytesIO()
    made.save(stream)
    return name, stream.getvalue()


def some(good: Iterable[int], tried: Iterable[int], codes: list[str] = CODES) -> tuple[tuple[str, str], ...]:
    """Return past outcomes: which rows succeeded of those that were tried, from 1."""
    return tuple((codes[i - 1], "success" if i in set(good) else "failure") for i in tried)


NUMBERS = [str(i) for i in ROWS]
SAMPLES = [f"P{i}" for i in ROWS]
_MONTHS = ("03. Mai", "2/5", "01. Jun", "0/4")


def _hidden(made: Any, sheet: Any) -> None:
    made.create_sheet("Lists").append(("Solvent",))
    made["Lists"].sheet_state = "hidden"
    sheet.column_dimensions["C"].hidden = True


EXPORTS = (
    Export(
        *text("jmp.txt", '"Run ID"\t"Temp (°C)"\t"Base equiv"\t"Yield %"\n',
              lambda i: f"{i}\t{temp(i)}\t{i % 4}\t{'.' if i > 3 else 30 * i}"),
        ("--id", "Run ID", "--outcome", "Yield %", "--measured", "Yield % >= 40", "--meaning", ".=none"),
        ('--id "Run ID"', '--outcome "Yield %"', '--meaning ".=none"'),
        {"Temp (°C)": TEMPS, "Base equiv": CONCS},
        NUMBERS, some((2, 3), (1, 2, 3), NUMBERS),
        uses={"Yield %": "outcome"}, words={".": "none"}, threshold="40",
    ),
    Export(
        *text("minitab.csv", "C1,C2,C3,C4-T\nStdOrder,RunOrder,Temp,Solvent\n",
              lambda i: f"{i},{i * 5 % 13},{temp(i)},{solvent(i)}"),
        ("--id", "StdOrder", "--category", "Solvent", "--ignore", "RunOrder"),
        ("“StdOrder”", "--headings 2"),
        {"Temp": TEMPS, "Solvent": WORDS}, NUMBERS, reading={"headings": "2"},
    ),
    Export(
        *text("pandas with two levels of columns.csv", ",factor,factor,result\n,Temp,Conc,Yield\nid,,,\n",
              lambda i: f"RX-{i:03},{temp(i)},{i % 4},{20 * i if i < 4 else ''}"),
        ("--id", "id", "--outcome", "Yield", "--measured", "Yield >= 40"),
        ("--id id", "--outcome Yield"),
        {"Temp": TEMPS, "Conc": CONCS}, outcomes=some((2, 3), (1, 2, 3)),
        uses={"Yield": "outcome"}, threshold="40",
    ),
    Export(
        *text("pandas twice.csv", "Unnamed: 0,Unnamed: 0.1,Temp,Solvent\n",
              lambda i: f"{i},{i},{temp(i)},{solvent(i)}"),
        ("--id", "Unnamed: 0", "--category", "Solvent", "--ignore", "Unnamed: 0.1"),
        ('--ignore "Unnamed: 0.1"', '--id "Unnamed: 0"'),
        {"Temp": TEMPS, "Solvent": WORDS}, NUMBERS,
    ),
    Export(
        *text("pandas floats.csv", ",Temp,Solvent,success\n",
              lambda i: f"{i},{temp(i)},{solvent(i)},{'1.0' if i in {2, 5} else '0.0' if i < 7 else ''}"),
        ("--category", "Solvent", "--outcome", "success"), ("--outcome success", "--category Solvent"),
        {"Temp": TEMPS, "Solvent": WORDS}, NUMBERS, some((2, 5), range(1, 7), NUMBERS),
        uses={"success": "outcome"},
    ),
    Export(
        *text("write.csv2.csv", '"";"Temperatur";"Lösungsmittel";"Ausbeute"\n',
              lambda i: f'"{i}";{temp(i)},5;"{solvent(i)}";{"NA" if i > 3 else 30 * i}', encoding="cp1252"),
        ("--category", "Lösungsmittel", "--outcome", "Ausbeute", "--measured", "Ausbeute >= 40", "--meaning",
         "NA=none"),
        ("--encoding cp1252",),
        {"Temperatur": [each + 0.5 for each in TEMPS], "Lösungsmittel": WORDS},
        NUMBERS, some((2, 3), (1, 2, 3), NUMBERS), {"encoding": "cp1252"},
        {"Ausbeute": "outcome"}, {"NA": "none"}, "40",
    ),
    Export(
        *text("français.csv", "Échantillon;Température (°C);Solvant;Réussi\n",
              lambda i: f"P{i};{temp(i)},5;{solvent(i)};{'oui' if i in {2, 5} else 'non' if i < 7 else ''}",
              encoding="latin-1"),
        ("--id", "Échantillon", "--category", "Solvant", "--outcome", "Réussi", "--meaning", "oui=success",
         "--meaning", "non=failure"),
        ("--encoding cp1252",),
        {"Température (°C)": [each + 0.5 for each in TEMPS], "Solvant": WORDS},
        SAMPLES, some((2, 5), range(1, 7), SAMPLES), {"encoding": "cp1252"}, {"Réussi": "outcome"},
    ),
    Export(
        *text("wahr oder falsch.txt", "Probe\tTemp\tErfolg\n",
              lambda i: f"P{i}\t{temp(i)}\t{'WAHR' if i in {2, 5} else 'FALSCH' if i < 7 else ''}", encoding="utf-16"),
        ("--id", "Probe", "--outcome", "Erfolg"), ("--id Probe --outcome Erfolg",),
        {"Temp": TEMPS}, SAMPLES, some((2, 5), range(1, 7), SAMPLES), uses={"Erfolg": "outcome"},
    ),
    Export(
        *book("numbers as codes.xlsx", [("Sample", "Temp", "Solvent", "Outcome"),
              *((100.0 + i, temp(i), solvent(i), "Pass" if i in {1, 4} else "fail " if i < 6 else None)
                for i in ROWS)]),
        ("--id", "Sample", "--category", "Solvent", "--outcome", "Outcome"),
        ("--id Sample --category Solvent --outcome Outcome",),
        {"Temp": TEMPS, "Solvent": WORDS}, [f"{100 + i}" for i in ROWS],
        some((1, 4), range(1, 6), [f"{100 + i}" for i in ROWS]), uses={"Outcome": "outcome"},
    ),
    Export(
        *text("codes as floats.csv", "Sample,Temp,Solvent\n", lambda i: f"{100 + i}.0,{temp(i)},{solvent(i)}"),
        ("--id", "Sample", "--category", "Solvent"), ("--id Sample --category Solvent",),
        {"Temp": TEMPS, "Solvent": WORDS}, [f"{100 + i}.0" for i in ROWS],
    ),
    Export(
        *text("codes like numbers.csv", "Sample,Temp,Conc\n", lambda i: f"{i}E{i % 3 + 1},{temp(i)},{i % 4}"),
        ("--id", "Sample"), ("--id Sample",),
        {"Temp": TEMPS, "Conc": CONCS}, [f"{i}E{i % 3 + 1}" for i in ROWS],
    ),
    Export(
        *text("errors.csv", "Code,Temp,Conc\n",
              lambda i: f"RX-{i:03},{temp(i)},{'#DIV/0!' if i == 3 else '#N/A' if i == 8 else i % 4}"),
        ("--id", "Code", "--limits", "leave-out", "--words", "leave-out"),
        ("“#DIV/0!” is a formula without", "--id Code"),
        {"Temp": [t for i, t in zip(ROWS, TEMPS, strict=True) if i not in {3, 8}],
         "Conc": [c for i, c in zip(ROWS, CONCS, strict=True) if i not in {3, 8}]},
        [code for i, code in zip(ROWS, CODES, strict=True) if i not in {3, 8}],
    ),
    Export(
        *text("percent.csv", "Code,Loading,Water,Temp\n", lambda i: f"RX-{i:03},{i % 4}%,{2.5 * (i % 3)} %,{temp(i)}"),
        ("--id", "Code"), ("--id Code",),
        {"Loading": CONCS, "Water": [2.5 * (i % 3) for i in ROWS], "Temp": TEMPS},
    ),
    Export(
        *text("errors of measurement.csv", "Code,Temp,Size (nm)\n",
              lambda i: f"RX-{i:03},{temp(i)} ± 1,{10 + i} +/- 0.{i % 4}"),
        ("--id", "Code"), ("--id Code",),
        {"Temp": TEMPS, "Size (nm)": [10.0 + i for i in ROWS]},
    ),
    Export(
        *book("hidden.xlsx", [("Code", "Solvent", "Temp"), *((f"RX-{i:03}", solvent(i), temp(i)) for i in ROWS)],
              _hidden),
        ("--id", "Code", "--category", "Solvent"), ("--id Code --category Solvent",),
        {"Solvent": WORDS, "Temp": TEMPS},
    ),
    Export(
        *book("booleans.xlsx", [("Code", "Stirred", "Temp", "Crystals"),
              *((f"RX-{i:03}", bool(i % 2), temp(i), i == 2 if i < 6 else None) for i in ROWS)]),
        ("--id", "Code", "--category", "Stirred", "--outcome", "Crystals"),
        ("--outcome Crystals", "--category Stirred"),
        {"Stirred": ["TRUE" if i % 2 else "FALSE" for i in ROWS], "Temp": TEMPS}, outcomes=some((2,), range(1, 6)),
        uses={"Stirred": "category", "Crystals": "outcome"},
    ),
    Export(
        *text("plate reader.csv", "Instrument,Reader 3\nSerial,36300123\nRead date,2026-11-20 14:02\n\n"
              "Well,Sample,Temp,Conc\n", lambda i: f"A{i:02},S{i},{temp(i)},{i % 4}", "\n~End\n"),
        ("--id", "Sample", "--location", "Well"), ("--headings 5",),
        {"Temp": TEMPS, "Conc": CONCS}, [f"S{i}" for i in ROWS], reading={"headings": "5"},
    ),
    Export(
        *text("pages.csv", "Code,Temp,Conc\n",
              lambda i: f"RX-{i:03},{temp(i)},{i % 4}" + ("\nCode,Temp,Conc" if i in {4, 8} else "")),
        ("--id", "Code"), ("--id Code",), {"Temp": TEMPS, "Conc": CONCS},
    ),
    Export(
        *text("empty columns.csv", ",Code,,Temp,Solvent,,\n", lambda i: f",RX-{i:03},,{temp(i)},{solvent(i)},,"),
        ("--id", "Code", "--category", "Solvent"), ("--id Code --category Solvent",),
        {"Temp": TEMPS, "Solvent": WORDS},
    ),
    Export(
        *text("words.csv", "Code,Temp,Outcome\n",
              lambda i: f"RX-{i:03},{temp(i)},"
              f"{['', ' Success', 'SUCCESS', 'failure ', 'Fail', 'Maybe?'][i] if i < 6 else ''}"),
        ("--id", "Code", "--outcome", "Outcome", "--meaning", "Maybe?=failure"), ('--meaning "Maybe?=none"',),
        {"Temp": TEMPS}, outcomes=some((1, 2), range(1, 6)), uses={"Outcome": "outcome"},
        words={"Maybe?": "failure"},
    ),
    Export(
        *text("sep.csv", "sep=;\nCode;Temp;Conc\n", lambda i: f"RX-{i:03};{temp(i)};0,{i % 4}"),
        ("--id", "Code"), ("--id Code",), {"Temp": TEMPS, "Conc": [each / 10 for each in CONCS]},
    ),
    Export(
        *text("headings over two lines.csv", '"Code","Temp\n(°C)","Base\nequiv"\n',
              lambda i: f'"RX-{i:03}","{temp(i)}","{i % 4}"'),
        ("--id", "Code"), ("--id Code",), {"Temp (°C)": TEMPS, "Base equiv": CONCS},
    ),
    Export(
        *text("comments.csv", "# robot 1.2\n# 2026-11-20\nCode,Temp,Conc\n", lambda i: f"RX-{i:03},{temp(i)},{i % 4}"),
        ("--id", "Code"), ("--headings 3",), {"Temp": TEMPS, "Conc": CONCS}, reading={"headings": "3"},
    ),
    Export(
        *text("status.csv", "Sample ID,Temp,Conc,Status\n",
              lambda i: f"P{i},{temp(i)},{i % 4},{['OK', 'Fail', 'pending'][i % 3]}"),
        ("--id", "Sample ID", "--outcome", "Status", "--meaning", "pending=none", "--meaning", "OK=success"),
        ("column “Status” may hold results", '--meaning "pending=none" --meaning "OK=success"'),
        {"Temp": TEMPS, "Conc": CONCS}, SAMPLES,
        some([i for i in ROWS if i % 3 == 0], [i for i in ROWS if i % 3 != 2], SAMPLES),
        uses={"Status": "outcome"}, words={"pending": "none"},
    ),
    Export(
        *text("traces.csv", "Code,Temp,Yield (%)\n",
              lambda i: f"RX-{i:03},{temp(i)},{['87', '<5', 'traces', 'n.d.', '', 'quant.'][i % 6] if i < 9 else ''}"),
        ("--id", "Code", "--outcome", "Yield (%)", "--measured", "Yield (%) >= 50", "--meaning", "traces=failure",
         "--meaning", "n.d.=none", "--meaning", "quant.=success"),
        ('--meaning "traces=failure" --meaning "n.d.=none" --meaning "quant.=success"',),
        {"Temp": TEMPS}, outcomes=some((5, 6), (1, 2, 5, 6, 7, 8)), uses={"Yield (%)": "outcome"},
        words={"n.d.": "none"}, threshold="50",
    ),
    Export(
        *text("sown.csv", "Lot,Species,Temp,Germinated,Sown\n",
              lambda i: f"L{i},{['oat', 'rye'][i % 2]},{temp(i)},{i % 3},2"),
        ("--id", "Lot", "--category", "Species", "--outcome", "Germinated", "--out-of", "Sown"),
        ("column “Germinated” may hold results",),
        {"Species": [["oat", "rye"][i % 2] for i in ROWS], "Temp": TEMPS}, [f"L{i}" for i in ROWS],
        tuple((f"L{i}", "success" if at < i % 3 else "failure") for i in ROWS for at in range(2)),
        uses={"Germinated": "outcome", "Sown": "out of"},
    ),
    Export(
        *text("thousands.csv", "Code;Amount;Temp\n", lambda i: f"RX-{i:03};1,{i:03}.5;{temp(i)}"),
        ("--id", "Code"), ("--id Code",), {"Amount": [1000.5 + i for i in ROWS], "Temp": TEMPS},
    ),
    Export(
        *book("title and units.xlsx", [("Screen 12",), ("made by MK", "2026-11-20"), (), ("Code", "Temp", "Conc"),
              (None, "°C", "mM"), *((f"RX-{i:03}", temp(i), i % 4) for i in ROWS)],
              lambda _, sheet: sheet.merge_cells("A1:C1")),
        ("--id", "Code"), ("--headings 4",), {"Temp": TEMPS, "Conc": CONCS}, reading={"headings": "4"},
    ),
)  # fmt: skip

#: A count that a spreadsheet has made a date of; no option brings it back, so it is refused with its place.
MADE_DATES = text(
    "dates.csv", "Code;Temp;Outcome\n", lambda i: f"RX-{i:03};{temp(i)};{_MONTHS[i % 4] if i < 9 else ''}"
)

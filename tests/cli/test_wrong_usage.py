"""Wrong usage of each command: the exit status, what is wrong in one line, and the way out in it or in the next."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING

import pytest
from answering import refused
from posix_only import OPEN_FILES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from answering import Answer

#: Whether argparse takes whatever begins like a negative number for a value.
TAKES_MINUS = sys.version_info >= (3, 14)
#: Command line (S is a study, T a table), exit status, and what the message has to hold.
WRONG = [
    ("suggest", 2, "required: STUDY"),
    ("suggest none.kgstudy", 1, "There is no file"),
    ("suggest T", 1, "not a study"),
    ("suggest S --count 0", 2, "the least is 1"),
    ("suggest S --count four", 2, "not a whole number: 'four'"),
    ("suggest S --count 1537", 1, "Between 1 and 1,536"),
    ("suggest S --policy best", 2, "There is no policy “best”"),
    ("suggest S --policy kg/exact", 2, "There is no belief “exact”"),
    ("suggest S --per-level solvent", 2, "not a column with a number"),
    ("suggest S --one-level colour", 1, "colour"),
    ("suggest S --cuont 3", 2, "did you mean --count?"),
    ("worklist S --output plate.csv", 2, "did you mean --out?"),
    ("record S --unstart", 2, "did you mean --unstarted?"),
    ("suggest S extra", 2, "extra"),
    ("record S", 2, "required: CANDIDATE, OUTCOME"),
    ("record S C-1 success", 1, "Did you mean “C-01”?"),
    ("record S C-99 success", 1, "no candidate “C-99”"),
    ("record S C-01 perhaps", 1, "“perhaps” is not an outcome"),
    ("record S C-01 3/2", 1, "not a count"),
    ("record S C-01 0.5", 1, "is not an outcome"),
    ("record S C-01 success --run 7", 1, "not in progress"),
    ("record S C-01 success --run x", 2, "not the number of a run"),
    ("record S C-01 success --at yesterday", 2, "not a time"),
    ("record S C-01 success --at 2999-01-01T00:00+00:00", 1, "still to come"),
    ("record S C-01 success --count 1/2", 2, "there is no option --count"),
    ("record S C-01 success --token=", 2, "empty token"),
    ("start S", 2, "required: CANDIDATE"),
    ("start S C-98 C-01", 1, "C-98"),
    ("skip S C-01 C-77", 1, "C-77"),
    ("exclude S C-01 C-01x", 1, "C-01x"),
    ("include S C-01", 1, "in stock already"),
    ("note S", 2, "required: TEXT"),
    ("note S words --run 9", 1, "9"),
    ("correct S 1 failure --reason why", 1, "1"),
    ("correct S 1 failure", 1, "no run 1"),
    ("correct S one failure --reason why", 2, "not the number of a run"),
    ("take-back S 4", 1, "no entry"),
    ("set S --reason why", 2, "at least one setting"),
    ("set S --budget 0 --reason why", 2, "between 1 and 1,000,000"),
    ("set S --budget ten --reason why", 2, "not a whole number"),
    ("set S --budget 40 --policy best --reason why", 2, "There is no policy"),
    ("set S --barcode well --no-barcode --reason why", 2, "not allowed with"),
    ("finish S", 2, "required: --reason"),
    ("reopen S --reason why", 1, "open already"),
    ("export S runs.doc", 1, ".doc"),
    ("export S", 2, "required: DEST"),
    ("export S - --format doc", 2, "there is no choice “doc”"),
    ("report S report.txt", 1, ".txt"),
    ("report S report.html --language fr", 2, "there is no choice “fr”"),
    ("verify none.kgstudy", 1, "There is no file"),
    ("verify S --head abc", 2, "not a head"),
    ("restore S", 1, "--overwrite"),
    ("backup none.kgstudy", 1, "There is no file"),
    ("worklist S --count 3 --list", 2, "not allowed with"),
    ("worklist S --count 3", 1, "--out FILE"),
    ("worklist S --count 3 --plate 7 --plan", 1, "7"),
    ("worklist S --candidates C-01,,C-02 --plan", 2, "empty name"),
    ("void-rest S --reason why", 1, "worklist"),
    ("sheet S sheet.doc", 1, ".doc"),
    ("labels S labels.pdf --used 999", 1, "between 0 and 23"),
    ("predict S", 2, "--from"),
    ("predict S C-55", 1, "C-55"),
    ("candidates S --top 0", 2, "the least is 1"),
    ("add S none.csv --reason why", 1, "There is no file"),
    ("import S none.csv", 1, "There is no file"),
    ("new n.kgstudy", 2, "required: --candidates"),
    ("new n.kgstudy --candidates none.csv", 1, "There is no file"),
    ("new n.kgstudy --candidates T --id cod", 1, "cod"),
    ("new n.kgstudy --candidates T --id code", 1, "solvent"),
    ("new n.txt --candidates T --id code --category solvent --ignore well", 1, ".kgstudy"),
    ("new S --candidates T --id code --category solvent --ignore well", 1, "already"),
    ("new n.kgstudy --candidates T --id code --category solvent --ignore well --stop soon", 2, "soon"),
    ("new n.kgstudy --candidates T --id code --category solvent --ignore well --terms cubic", 2, "“cubic”"),
    (
        "new n.kgstudy --candidates T --id code --category solvent --ignore well --budgt 9",
        2,
        "did you mean --budget?",
    ),
    ("rehearse S --policies kg", 2, "required: --out"),
    ("rehearse S --out o", 2, "--policies kg,random"),
    ("rehearse S --policies kg,best --out o", 2, "There is no policy “best”"),
    ("rehearse S --policies kg --runs 0 --out o", 2, "the least is 1"),
    ("rehearse S --policies kg --truth cliff --out o", 2, "There are no truths “cliff”"),
    ("completion tcsh", 2, "there is no choice “tcsh”"),
    ("server repair", 2, "server"),
    ("stauts S", 2, "did you mean status?"),
    ("list S", 2, "did you mean candidates?"),
    ("undo S", 2, "did you mean take-back?"),
    ("xyzzy", 2, "there is no command “xyzzy”."),
    ("status", 2, "required: STUDY"),
    ("status S extra", 2, "there is no place for “extra”"),
    ("open T", 1, "not a study"),
    ("demo --snapshot picture.txt", 1, "does not end in .png"),
    ("sample T", 1, "is a file: name a folder"),
    ("help recrd", 2, "did you mean record?"),
    ("redo S", 2, "required: RUN"),
    ("take-back S results.csv", 1, "came from a file of results"),
    ("block S Lot=4711", 1, "kgdesk set STUDY --block Lot"),
    ("audit S audit.doc", 1, "does not end in .csv"),
    ("record S C-01 success --set temperature", 1, "temperature=82.5"),
    ("record S C-01 success --set heat=3", 1, "There is no attribute “heat”"),
    ("record S C-01 success --set solvent=ether", 1, "none of its levels"),
    ("record S C-01 success --from T", 2, "takes the place of"),
    ("record S C-01 success --revision 99", 1, "ask for a suggestion again"),
    ("exclude S", 2, "--from FILE or --where CONDITIONS"),
    ("exclude S --where colour=red", 1, "There is no column “colour”"),
    ("suggest S --where temperature>", 1, "is not a condition: write"),
    ("suggest S --where solvent=ether", 1, "has no “ether”"),
    ("suggest S --shared colour=2", 1, "for a shared instrument"),
    ("correct S P1 failure --reason why", 1, "no past outcome P1: it has 0"),
    ("set S --budget 30 --reason why", 1, "has “30” already"),
    ("set S --stop soon --reason why", 2, "as in “(at-stake 5"),
    ("set S --repeats maybe --reason why", 2, "use yes, no or a whole number from 2"),
    ("set S --title --reason why", 2, "expected one argument"),
    ("finish S --reason done --chosen C-77", 1, "no candidate “C-77”"),
    ("export S runs.csv --format xlsx", 2, "the ending of the file says its format"),
    ("export S .", 1, "choose one of .csv"),
    ("export S no/such/folder/runs.csv", 1, "there is no folder “no/such/folder”"),
    ("worklist S --count 3 --control DMSO=A01 --plan", 1, "write it like DMSO:failure=A01,H12"),
    ("worklist S --count 3 --empty Z99 --plan", 1, "whose wells are A01 to H12"),
    ("worklist S --count 30 --plate 24 --plan", 1, "take a larger plate"),
    ("worklist S --of W9 --out w.csv", 1, "no worklist yet"),
    ("server init notanaddress", 1, "postgresql://USER@SERVER/BASE"),
    ("server list postgresql://127.0.0.1:1/none", 3, "cannot be reached"),
    ("new n.kgstudy --candidates T NEW --belief diagonal --terms average", 1, "moments or full"),
    ("new n.kgstudy --candidates T NEW --raw --terms squares", 1, "leave out --raw"),
    ("new n.kgstudy --candidates T NEW --prior-of temperature=1", 2, "write NAME=MEAN+-DEVIATION"),
    ("new n.kgstudy --candidates T NEW --learn-from none.kgstudy", 1, "There is no file"),
    ("new n.kgstudy --candidates T NEW --meaning nd", 2, "write WORD=MEANING"),
    ("new n.kgstudy --candidates T NEW --headings 99", 1, "choose the line with the headings"),
    ("new n.kgstudy --candidates T NEW --sheet Sheet1", 1, "leave the sheet out"),
    ("new n.kgstudy --candidates T NEW --encoding utf-99", 1, "choose one of cp1252"),
    (
        "new n.kgstudy --candidates T --id code --category solvent --ignore well --outcome well",
        1,
        "two roles",
    ),
    ("rehearse S --replay --policies kg --out o", 1, "give the table with them"),
    ("rehearse S --policies kg --rows 3 --out o", 1, "add --replay, or leave it out"),
    ("rehearse S --policies kg --terms linear --out o", 1, "is for a table of candidates"),
    ("rehearse S --policies kg/diagonal --compare-terms average --out o", 1, "leave out “kg/diagonal”"),
    ("paper --data nowhere --out o", 1, "name the folder with the seven UCI tables"),
    ("paper --data . --out o --long 5", 1, "add --as-printed"),
    ("calibrate --out o --replicates 0", 2, "the least is 1"),
    ("suggest ''", 2, "argument STUDY: an empty text names nothing"),
    ("suggest .", 1, "is a folder, not a study"),
    ("suggest S --count -3", 2, "-3 is too small"),
    ("suggest S --count 1e2", 2, "not a whole number: '1e2'"),
    ("suggest S --count=", 2, "not a whole number: ''"),
    ("suggest S --policy KG", 2, "choose one of kg, online-kg"),
    ("suggest S --where 'temperature > nan'", 1, "“nan” is not one"),
    ("suggest S --where 'temperature > 4 or solvent = DMF'", 1, "“4 or solvent = DMF” is not one"),
    ("suggest S --json=yes", 2, "takes no value: leave out “yes”"),
    ("suggest S -j", 2, "there is no option -j"),
    ("suggest -- S --count 3", 2, "no place for “--count”, “3”"),
    ("--by Kim suggest S", 2, "the options of a command stand behind it"),
    ("S suggest", 2, "the command stands first, as kgdesk suggest"),
    ("SUGGEST S", 2, "did you mean suggest?"),
    ("--", 2, "no place for “--”: leave it out."),
    ("record S C-01 -1/5", 1, "not an outcome")
    if TAKES_MINUS
    else ("record S C-01 -1/5", 2, "put -- in front of it"),
    ("record S C-01 ٣/٥", 1, "“٣/٥” is not an outcome"),
    ("record S C-01 0/0", 1, "not a count of successes"),
    ("record S C–01 success", 1, "Did you mean “C-01”?"),
    ("record S --run 1 C-01 success", 1, "Run 1 of C-01 is not in progress"),
    ("record S C-01 success --run 0", 2, "“0” is not the number of a run"),
    ("record S C-01 success --at=", 2, "argument --at: an empty text names nothing"),
    ("record S C-01 success --at 2026-11-01", 2, "offset from UTC"),
    ("record S C-01 success --at 0001-01-01T00:00+00:00", 2, "before the year 1900"),
    ("record S C-01 success --by=", 2, "argument --by: an empty text names nothing"),
    ("record S C-01 success --set temperature=1e308", 1, "too large to calculate with"),
    ("record S C-01 success --set temperature=nan", 1, "is no number of temperature"),
    ("record S C-01 success --set temperature=30 --set temperature=40", 1, "“temperature” is set twice"),
    ("record S --from .", 1, "is a folder: name a file in it"),
    ("record S --from S", 1, "choose a CSV or Excel file"),
    ("start S C-01,C-02", 1, "no candidate “C-01,C-02”"),
    ("exclude S C-01 --where solvent=DMF", 2, "one of these"),
    ("exclude S --reason used C-77", 1, "no candidate “C-77”"),
    ("note S ''", 1, "The note is empty"),
    ("correct S 1.0 success --reason why", 2, "“1.0” is not the number of a run"),
    ("set S --budget 9999999999 --reason why", 2, "between 1 and 1,000,000"),
    ("set S --budget 0x10 --reason why", 2, "not a whole number: '0x10'"),
    ("set S --stop '(at-stake 5' --reason why", 2, "“)” is expected"),
    ("set S --location Nowhere --reason why", 1, "no column “Nowhere”"),
    ("set S --title '' --reason why", 1, "The title cannot be empty"),
    ("finish S --reason why --chosen ''", 2, "argument --chosen: an empty text"),
    ("finish S --reason ''", 1, "needs a reason"),
    ("export S ''", 2, "argument DEST: an empty text"),
    ("export S S --overwrite", 1, "does not say what to write"),
    ("export S /proc/runs.csv", 1, "is not saved"),
    ("verify S --head 99:abc", 2, "is not a head"),
    ("backup S --second-place T", 1, "is a file: name a folder"),
    ("backup S --second-place no/such", 1, "There is no folder"),
    ("outbox", 2, "required: list|send|export|set-aside"),
    ("outbox sned", 2, "did you mean send?"),
    ("server", 2, "required: init|list|repair, ADDRESS"),
    ("status mysql://kim@db.lab/base#S", 1, "postgresql://USER@SERVER/BASE#NAME"),
    ("new mysql://db.lab/base#S --candidates T NEW", 1, "postgresql://USER@SERVER/BASE#NAME"),
    ("new n.kgstudy T", 2, "required: --candidates"),
    ("new n.kgstudy --candidates S", 1, "choose a CSV or Excel file"),
    ("new n.kgstudy --candidates ''", 2, "argument --candidates: an empty text"),
    ("new n.kgstudy --candidates T NEW --attributes code,temperature", 1, "two roles"),
    ("new n.kgstudy --candidates T NEW --delimiter ;;", 2, "is not one character"),
    ("new n.kgstudy --candidates T NEW --prior-precision nan", 2, "greater than 0, not nan"),
    ("new n.kgstudy --candidates T NEW --seed -1", 2, "0 or a positive whole number, not -1"),
    ("new n.kgstudy --candidates T NEW --success void", 1, "give success and failure other names"),
    ("new n.kgstudy --candidates T NEW --success yes --failure yes", 1, "two different names"),
    ("new n.kgstudy --candidates T NEW --measured 'yield >> 20'", 1, "“yield >= 20 %”"),
    ("new n.kgstudy --candidates T NEW --settings S", 1, "not a text in UTF-8"),
    ("new n.kgstudy --candidates T --like T", 1, "not a study"),
    ("rehearse S --policies , --out o", 2, "empty name"),
    ("rehearse S --policies kg --out ''", 2, "argument --out: an empty text"),
    ("rehearse S --policies kg,kg --runs 1 --out o", 1, "named twice"),
    ("rehearse S --policies kg --runs 1 --scheduler nowhere --out o", 1, "tcp://10.0.0.5:8786"),
    ("paper --data . --out o --policies best", 2, "There is no policy “best”"),
    ("completion BASH", 2, "did you mean bash?"),
    ("worklist S --count 2 --control DMSO:maybe=A01 --plan", 1, "DMSO:failure=A01,H12"),
    ("worklist S --out w.doc --count 2", 1, "does not end in .csv or .xlsx"),
    ("block S Lot", 1, "write COLUMN=LEVEL"),
]


def test_the_table_has_200_kinds() -> None:
    assert len({line for line, _, _ in WRONG}) >= 200


@pytest.mark.parametrize(("line", "status", "said"), WRONG, ids=[line for line, _, _ in WRONG])
def test_wrong_usage_ends_in_one_true_line_and_a_way_out(
    kgdesk: Callable[..., Answer],
    study: Path,
    table_path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    status: int,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    before = study.read_bytes()
    line = line.replace("NEW", "--id code --category solvent --ignore well")
    words = [{"S": study, "T": table_path}.get(word, word) for word in shlex.split(line)]
    answer = kgdesk(*words)
    assert (answer.code, answer.out) == (status, ""), answer.err
    problem, *rest = answer.err.splitlines()
    assert said in problem
    assert problem.endswith((".", "?"))
    assert [line.startswith("Usage: kgdesk") for line in rest] == ([True] if status == 2 else [])
    for forbidden in ("Traceback", "Error", "invalid", "None", "argparse"):
        assert forbidden not in answer.err
    assert study.read_bytes() == before


@OPEN_FILES
@pytest.mark.parametrize(
    "line", ["status S", "export S runs.csv", "new n.kgstudy --candidates T", "verify n.kgstudy"]
)
def test_a_command_in_a_folder_that_is_gone_is_refused(
    kgdesk: Callable[..., Answer],
    study: Path,
    table_path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    line: str,
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    answer = kgdesk(*({"S": study, "T": table_path}.get(word, word) for word in line.split()))
    refused(answer, "has been deleted: change to another one")

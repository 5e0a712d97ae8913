"""A server that is false, silent, dripping or endless gets no password, no memory and little time."""

from __future__ import annotations

import os
import shutil
import signal
import struct
import subprocess
import sys
import threading
from contextlib import suppress
from itertools import repeat
from typing import TYPE_CHECKING, Any

import pytest
from false_server import CLEAR_TEXT, MD5, READY, FalseServer, Liar, certificate, columns, message, notice, row
from pgserver import children
from storekit import KIM, ROOT, PostgresPlaces, new_event, some_events

from kgdesk import actions
from kgdesk.actions.problem_report import enclosures
from kgdesk.actions.workspace import summary
from kgdesk.cli import main
from kgdesk.errors import AnswerLost, BadInput, KgdeskError, NotSaved, ServerAway, StoreError
from kgdesk.store import OfflineReplica, studies_on
from kgdesk.store.postgres import login, patience
from kgdesk.store.postgres import store as server_store
from kgdesk.store.postgres.schema import init
from kgdesk.store.postgres.store import PostgresStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

#: A wait that does not end fails its test. How long each is, on a quiet machine, `bench_slow_server.py` says.
ENDS = pytest.mark.timeout(120, func_only=True)
pause = threading.Event()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the certificate that a false server has made for itself, for the true name."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    return certificate(tmp_path_factory.mktemp("false"), "own")


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up a server after 1.5 s instead of 4.5 s."""
    monkeypatch.setattr(patience, "GESTURE_S", 1.5)


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep root certificates and password files of whoever runs the tests out."""
    monkeypatch.setenv("HOME", str(tmp_path))


def refused(place: str) -> StoreError:
    """Return the error of opening a study; each of the other doors gives the same."""
    errors = []
    for attempt in (
        lambda: PostgresStore.open(place, writer=KIM),
        lambda: PostgresStore.create(place, some_events(1)),
        lambda: studies_on(place.partition("#")[0]),
        lambda: init(place.partition("#")[0]),
    ):
        with pytest.raises(StoreError) as caught:
            attempt()
        errors.append(caught.value)
    assert len({str(error) for error in errors}) == 1
    assert "S3cret" not in f"{errors[0]} {errors[0].details}"
    return errors[0]


@pytest.mark.parametrize("asks", [CLEAR_TEXT, MD5])
def test_a_server_without_encryption_gets_no_password(asks: int) -> None:
    with FalseServer(asks=asks) as false:
        said = refused(false.place())
        assert false.passwords == []
    assert not isinstance(said, ServerAway)
    assert "offers no encryption" in str(said)
    assert "The proof of a server" in str(said)


@pytest.mark.parametrize("asks", [CLEAR_TEXT, MD5])
def test_a_server_with_a_certificate_of_its_own_gets_no_password(made: Path, asks: int) -> None:
    with FalseServer(made, asks) as false:
        said = refused(false.place())
        assert false.passwords == []
    assert not isinstance(said, ServerAway)
    assert "cannot prove" in str(said)
    assert "root.crt" in str(said)
    assert "sslrootcert" in str(said)


@pytest.mark.parametrize("asks", [CLEAR_TEXT, MD5, None])
def test_a_server_that_is_proved_but_wants_the_password_itself_does_not_get_it(made: Path, asks: int) -> None:
    with FalseServer(made, asks) as false:
        said = refused(false.place(more=f"sslrootcert={made}"))
        assert false.passwords == []
    assert "scram-sha-256" in str(said)


@pytest.mark.parametrize("more", ["", "require_auth=scram-sha-256"])
def test_the_environment_does_not_weaken_what_is_asked_of_a_server(
    monkeypatch: pytest.MonkeyPatch, more: str
) -> None:
    monkeypatch.setenv("PGSSLMODE", "disable")
    monkeypatch.setenv("PGREQUIREAUTH", "password")
    with FalseServer(asks=CLEAR_TEXT) as false:
        assert "offers no encryption" in str(refused(false.place(more=more)))
        monkeypatch.setenv("PGHOST", "db.lab")
        monkeypatch.setenv("PGHOSTADDR", "127.0.0.1")
        place = f"postgresql:///lab?user=kim&password=S3cret&port={false.port}#s"
        assert "offers no encryption" in str(refused(place))
        assert false.passwords == []


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_false_server_on_this_computer_gets_no_password_in_the_clear(host: str) -> None:
    with FalseServer(asks=CLEAR_TEXT) as false:
        refused(false.place(host=host))
        assert false.passwords == []


@pytest.mark.parametrize(
    ("given", "here"),
    [
        ({}, True),
        ({"host": "/run/postgresql"}, True),
        ({"host": "localhost", "hostaddr": "::1"}, True),
        ({"host": "localhost,db.lab"}, False),
        ({"host": "localhost", "hostaddr": "192.0.2.7"}, False),
        ({"hostaddr": "127.0.0.1,192.0.2.7"}, False),
        ({"host": "localhost", "service": "lab"}, False),
        ({"host": "localhost.db.lab"}, False),
        ({"host": "127.0.0.1.db.lab"}, False),
    ],
)
def test_only_what_certainly_stays_on_this_computer_counts_as_here(
    given: dict[str, str], here: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert login.on_this_computer(given) is here
    monkeypatch.setenv("PGSERVICE", "lab")
    assert not login.on_this_computer(given)


def test_nothing_takes_the_place_of_the_certificate() -> None:
    rules = login.parameters("postgresql://kim@db.lab/lab")
    assert (rules["sslmode"], rules["require_auth"]) == ("verify-full", "scram-sha-256")
    assert rules["gssencmode"] == "disable"


def test_whoever_wants_less_writes_it_into_the_address(made: Path) -> None:
    for server, less in (
        ((None, CLEAR_TEXT), "sslmode=disable&require_auth=password"),
        ((made, CLEAR_TEXT), "sslmode=require&require_auth=password"),
    ):
        with FalseServer(*server, answer=lambda _: iter([message(b"C", b"SELECT 0\0") + READY])) as false:
            with pytest.raises(StoreError):
                PostgresStore.open(false.place(more=less), writer=KIM)
            assert false.passwords
            assert set(false.passwords) == {b"S3cret\0"}


@pytest.mark.parametrize("asks", [CLEAR_TEXT, MD5])
def test_an_address_that_only_says_that_nothing_is_encrypted_does_not_give_away_the_password(
    asks: int,
) -> None:
    with FalseServer(asks=asks) as false:
        assert "scram-sha-256" in str(refused(false.place(more="sslmode=disable")))
        assert false.passwords == []


@pytest.mark.parametrize("mode", ["allow", "prefer"])
def test_a_mode_in_which_the_server_decides_is_refused(mode: str) -> None:
    with FalseServer(asks=CLEAR_TEXT) as false, pytest.raises(BadInput, match="decides whether") as caught:
        PostgresStore.open(false.place(more=f"sslmode={mode}"), writer=KIM)
    assert "S3cret" not in str(caught.value)
    assert false.connections == 0


CONNECTIONS = (
    "host=db.lab user=kim password=S3cret dbname=lab",
    "password = 'S3cret' host=db.lab",
    "host=db.lab sslpassword=S3cret",
    "user=kim PASSWORD=S3cret",
    "Postgresql://kim:S3cret@db.lab/lab#s",
    "postgresql:/kim:S3cret@db.lab/lab#s",
    "postgres:kim:S3cret@db.lab/lab",
    "postgresql//kim:S3cret@db.lab/lab#s",
    "https://kim:S3cret@db.lab/lab#s",
    " postgresql://kim:S3cret@db.lab/lab#s",
    "postgresql+psycopg://kim:S3cret@db.lab/lab#s",
    "jdbc:postgresql://db.lab/lab?user=kim&password=S3cret",
    "kim:S3cret@db.lab/lab#s",
    "kim:S3cret@db.lab:5432",
    "PGPASSWORD=S3cret",
)


@pytest.mark.parametrize("text", CONNECTIONS)
def test_a_connection_in_another_form_is_echoed_nowhere(
    text: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    who: actions.Operator,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "data"))
    for command in (
        ["status", text],
        ["status", text, "--json"],
        ["record", text, "C-01", "success"],
        ["verify", text],
        ["backup", text],
        ["export", text, "x.csv"],
        ["export", "here.kgstudy", text],
        ["new", text, "--candidates", "table.csv"],
        ["server", "init", text],
        ["server", "list", text],
        ["server", "repair", text],
    ):
        assert main(
            [
                *command,
                *(
                    []
                    if command[0] in {"status", "verify", "export", "backup"}
                    or "list" in command
                    or "init" in command
                    else ["--by", "Kim"]
                ),
            ]
        ) in {1, 2}, command
    for verb in (
        lambda: actions.open_study(text, who),
        lambda: actions.place_of(text),
        lambda: summary(text),
    ):
        with pytest.raises(KgdeskError) as caught:
            verb()
        assert "S3cret" not in f"{caught.value} {caught.value.details}"
    out = capsys.readouterr()
    assert "S3cret" not in out.out + out.err
    assert "postgresql://USER@SERVER/BASE" in out.err
    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(b"S3cret" in path.read_bytes() or "S3cret" in path.name for path in left)


@pytest.mark.parametrize(
    "name",
    [
        "host=E. coli 3.kgstudy",
        "a=b.kgstudy",
        "C:/lab/x@y.kgstudy",
        "user@lab.kgstudy",
        "10:30 kim@lab.kgstudy",
        "C:kim@lab.zip",
        "C:\\lab:x@y\\z",
        "runs 10:30/kim@lab.zip",
    ],
)
def test_a_file_is_not_taken_for_a_connection(name: str) -> None:
    assert str(actions.place_of(name)) == name


@pytest.mark.parametrize("secret", ["password", "sslpassword", "oauth_client_secret"])
def test_no_secret_of_an_address_is_shown(secret: str) -> None:
    shown = actions.without_password(f"postgresql://kim@db.lab/lab?{secret}=S3cret&sslmode=require#s")
    assert shown == "postgresql://kim@db.lab/lab?sslmode=require#s"


def drips(block: bytes, every: float) -> Iterator[bytes]:
    """Yield the same again and again, for as long as anybody listens."""
    while True:
        yield block
        pause.wait(every)


def rows_without_end(_: str = "") -> Iterator[bytes]:
    yield columns("a")
    yield from repeat(row(b"x" * 200) * 1000)


def one_row_without_end(_: str = "") -> Iterator[bytes]:
    yield columns("a") + b"D" + struct.pack("!ihi", 2**30, 1, 2**30 - 10)
    while True:  # as a network: what arrives is read faster than it comes
        yield b"x" * 65536
        pause.wait(0.0002)


SLOW: dict[str, dict[str, Any]] = {
    "says nothing at all": {"greeting": lambda: drips(b"", 0.2)},
    "drips notices before the login": {"greeting": lambda: drips(notice("wait"), 0.2)},
    "drips notices": {"answer": lambda _: drips(notice("wait"), 0.2)},
    "drips rows": {"answer": lambda _: (columns("a") if n == 0 else row(b"x") for n in ticks())},
    "answers nothing": {"answer": lambda _: iter(())},
}


def ticks() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1
        pause.wait(0.2)


@pytest.mark.parametrize("how", SLOW)
@ENDS
@pytest.mark.usefixtures("_impatient")
def test_a_server_that_does_not_get_on_is_given_up(how: str) -> None:
    with FalseServer(**SLOW[how]) as false, pytest.raises(ServerAway):
        OfflineReplica.open(false.place(host="127.0.0.1"), writer=KIM)


@ENDS
def test_a_server_that_answers_each_question_late_has_5_seconds_in_all(on_server: PostgresPlaces) -> None:
    on_server.store.create(on_server("s"), some_events(2)).close()
    with (
        Liar(on_server.server, "no such words", lambda: iter(()), late_s=0.8) as late,
        pytest.raises(ServerAway),
    ):
        PostgresStore.open(late.through(on_server("s")), writer=KIM)


@ENDS
def test_a_study_on_a_frozen_server_is_opened_from_the_copy(
    on_server: PostgresPlaces, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "data"))
    place, server = on_server("s"), on_server.server
    OfflineReplica.create(place, some_events(3)).close()
    monkeypatch.setattr(patience, "GESTURE_S", 1.5)
    first = int((server.data / "postmaster.pid").read_text().split()[0])
    family = [first, *children(first)]
    for process in family:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGSTOP)
    try:
        with OfflineReplica.open(place, writer=KIM) as store:
            assert store.away
            assert store.head().seq == 3
    finally:
        for process in family:
            with suppress(ProcessLookupError):  # a backend that had ended meanwhile
                os.kill(process, signal.SIGCONT)


def results_without_end(_: str = "") -> Iterator[bytes]:
    yield from repeat(message(b"C", b"SELECT 0\0") * 1000)


@pytest.mark.parametrize("answer", [rows_without_end, one_row_without_end, results_without_end])
@ENDS
def test_an_answer_without_end_is_refused_at_once_where_little_is_asked(
    answer: Callable[[str], Iterator[bytes]],
) -> None:
    with FalseServer(answer=answer) as false:
        said = refused(false.place(host="127.0.0.1"))
    assert "sends something else, or more" in str(said)
    assert not isinstance(said, ServerAway)


@pytest.mark.parametrize("answer", ["rows_without_end", "one_row_without_end"])
def test_a_study_without_end_takes_no_more_memory_than_a_study_may(
    on_server: PostgresPlaces, answer: str
) -> None:
    """In a process of its own, whose memory is measured; with the limits of a study made small."""
    on_server.store.create(on_server("s"), some_events(3)).close()
    with Liar(on_server.server, "seq >= ", globals()[answer]) as liar:
        program = (
            "import resource, sys\n"
            "from kgdesk.store.postgres import link, patience, store\n"
            "from kgdesk.errors import StoreError\n"
            "store.LARGEST_ANSWER = 64 * 1024 * 1024\n"
            "patience.GESTURE_S = patience.LONGEST_S = 100.0\n"  # which end it on a busy computer before its size does
            "def most(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024\n"
            "before = most()\n"
            "try:\n"
            "    store.PostgresStore.open(sys.argv[1], writer=None)\n"
            "except StoreError as refused:\n"
            "    print(type(refused).__name__, refused, '|', most() - before)\n"
        )
        ran = subprocess.run(
            [sys.executable, "-c", program, liar.through(on_server("s"))],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=240,
        )
    assert "sends something else, or more" in ran.stdout, ran
    assert float(ran.stdout.rpartition("|")[2]) < 400


STRANGE: dict[str, bytes] = {
    "no column": message(b"T", b"\0\0") + row(),
    "two columns": columns("a", "b") + row(b"1", b"2"),
    "a number that is none": message(b"T", b"\0\1a\0" + struct.pack("!ihihih", 0, 0, 20, 8, -1, 0))
    + row(b"x"),
    "no text": columns("a") + row(b"\xff\xfe"),
    "nothing": b"",
    "a copy": message(b"H", b"\0\0\0"),
    "a null": columns("a") + message(b"D", b"\0\1\xff\xff\xff\xff"),
}


@pytest.mark.parametrize("what", STRANGE)
@pytest.mark.parametrize(
    "words",
    [
        "current_setting",
        "to_regclass",
        "max(version)",
        "privilege",
        "FROM kgdesk.study",
        "seq >= ",
    ],
)
def test_a_strange_answer_gives_a_sentence(on_server: PostgresPlaces, what: str, words: str) -> None:
    on_server.store.create(on_server("s"), some_events(2)).close()
    answer = STRANGE[what] + message(b"C", b"SELECT 1\0") + READY
    with Liar(on_server.server, words, lambda: iter([answer])) as liar, pytest.raises(KgdeskError) as said:
        PostgresStore.open(liar.through(on_server("s")), writer=KIM)
    assert "\n" not in str(said.value)


@pytest.mark.parametrize("answer", [b"ROLLBACK\0", b"SELECT 0\0"])
def test_what_was_rolled_back_is_not_called_recorded(on_server: PostgresPlaces, answer: bytes) -> None:
    on_server.store.create(on_server("s"), some_events(1)).close()
    with (
        Liar(on_server.server, "COMMIT", lambda: iter([message(b"C", answer) + READY])) as liar,
        PostgresStore.open(liar.through(on_server("s")), writer=KIM) as store,
        pytest.raises(AnswerLost),
    ):
        store.append_if_head(store.head(), [new_event()])


def test_why_a_server_ends_the_connection_is_told(
    on_server: PostgresPlaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has stored nothing, and said so before it hung up."""
    monkeypatch.setattr(server_store, "APPEND_S", 1.5)
    on_server.store.create(on_server("s"), some_events(1)).close()
    full = message(b"E", b"SFATAL\0VFATAL\0C53100\0Mcould not write: no space left\0\0")

    def last_words() -> Iterator[bytes]:
        yield full
        raise OSError

    with (
        Liar(on_server.server, "INSERT INTO kgdesk.event", last_words) as liar,
        PostgresStore.open(liar.through(on_server("s")), writer=KIM) as opened,
        pytest.raises(NotSaved, match="is full"),
    ):
        opened.append_if_head(opened.head(), [new_event()])


def test_a_problem_report_and_a_complaint_about_a_command_hold_no_password(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = (
        "opened postgresql://kim:S3cret@db.lab/lab?sslpassword=S3cret#s with password='S3cret too' "
        "and {'password': 'S3cret'}"
    )
    (tmp_path / "log").write_text(told, encoding="utf-8")
    for one in enclosures(tmp_path / "log", fault=told):
        assert "S3cret" not in one.text
        assert one.name == "about.txt" or "postgresql://kim@db.lab/lab" in one.text
    for words in (["host=db.lab", "password=S3cret"], ["x", "postgresql://kim:S3cret@db.lab/lab#s"]):
        assert main(["status", *words]) == 2
        said = capsys.readouterr().err
        assert "S3cret" not in said

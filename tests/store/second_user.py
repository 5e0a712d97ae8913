"""A program that gives up the rights of an administrator and then opens and changes a study as another user.

``second_user.py STUDY USER GROUP,GROUP UMASK SCRATCH WORDS``; the first group is the user's own. WORDS are done one
after the other: "record", "window" (take the lock of the window), "wait" (for a line on standard input). The answer is
one line of JSON for each: "done", or the sentence of the refusal with its class.

All of it is first done with a study in the folder SCRATCH: the modules may lie where the other user cannot read them.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from storekit import PAT, new_event, some_events

from kgdesk.errors import KgdeskError
from kgdesk.store import SqliteStore


def do(path: Path, words: list[str], out: list[str]) -> None:
    with SqliteStore.open(path, writer=PAT, hold=False) as store:
        for word in words:
            try:
                if word == "wait":
                    print(json.dumps("waiting"), flush=True)
                    sys.stdin.readline()
                elif word == "window":
                    store.claim(PAT)
                else:
                    store.append_if_head(store.head(), [new_event()])
                out.append(json.dumps("done"))
            except KgdeskError as refused:
                out.append(json.dumps(f"{type(refused).__name__}: {refused}"))


def main(study: str, user: str, groups: str, umask: str, scratch: str, *words: str) -> None:
    os.umask(int(umask, 8))
    warm = Path(scratch) / f"warm-{os.getpid()}.kgstudy"
    SqliteStore.create(warm, some_events(2)).close()
    do(warm, [word for word in words if word != "wait"] + ["window"], [])
    warm.chmod(0o400)
    do(warm, ["record"], [])
    numbers = [int(group) for group in groups.split(",")]
    os.setgroups(numbers)
    os.setresgid(*numbers[:1] * 3)
    os.setresuid(*[int(user)] * 3)
    said: list[str] = []
    do(Path(study), list(words), said)
    print("\n".join(said), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""The user's folder, and a study, on a real NFS export: a second kernel in user mode exports a folder and mounts it.

``python tests/store/on_nfs.py`` as root on Debian, with the packages user-mode-linux, kmod, iproute2, nfs-common,
nfs-kernel-server and postgresql. The kernel of this computer need not know NFS.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ("linux.uml", "modprobe", "ip", "rpc.nfsd", "rpc.mountd", "exportfs", "mount.nfs4", "setpriv")
#: Seconds until the kernel is ended.
_PATIENCE_S = 1200
#: First process of that kernel, which sees the files of this computer; what it writes is in memory.
_INIT = """#!/bin/bash
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
for folder in /run /tmp /mnt /var/lib/nfs; do mount -t tmpfs tmpfs $folder; done
chmod 1777 /tmp
mkdir -p /run/m/lib/modules /mnt/export /mnt/nfs /var/lib/nfs/v4recovery
ln -s /usr/lib/uml/modules/$(uname -r) /run/m/lib/modules/$(uname -r)
touch /var/lib/nfs/etab /var/lib/nfs/rmtab
ip link set lo up
for module in nfsd nfs nfsv4; do modprobe -d /run/m $module; done
mount -t nfsd nfsd /proc/fs/nfsd
mount -t tmpfs -o size=64m,mode=777 tmpfs /mnt/export
exportfs -o rw,fsid=0,no_root_squash,insecure,sync,no_subtree_check 127.0.0.1:/mnt/export
rpc.mountd 2> /dev/null
rpc.nfsd -N 3 -G 10 2 > {told} 2>&1
mount -t nfs4 127.0.0.1:/ /mnt/nfs -o vers=4.2 >> {told} 2>&1
{environment} {python} {program} --inside >> {told} 2>&1
echo "status $?" >> {told}
sync
echo o > /proc/sysrq-trigger
sleep 60
"""


def missing() -> str:
    """Return why no NFS export can be had; empty if one can."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "only root on Linux mounts an NFS export"
    absent = [name for name in PROGRAMS if shutil.which(name) is None]
    return f"not installed: {', '.join(absent)}" if absent else ""


def run() -> str:
    """Run `inside` in a kernel of its own and return what it has told; its last line is ``status 0``."""
    with tempfile.TemporaryDirectory(prefix="kgdesk-nfs-", dir="/var/tmp") as name:
        folder = Path(name)
        init, told = folder / "init", folder / "told"
        init.write_text(
            _INIT.format(
                environment=f"PYTHONPATH={ROOT}:{ROOT / 'tests' / 'store'} PYTHONDONTWRITEBYTECODE=1 HOME={folder}",
                python=sys.executable,
                program=Path(__file__),
                told=told,
            ),
            encoding="utf-8",
        )
        init.chmod(0o700)
        words = [
            "mem=1G",
            "rootfstype=hostfs",
            "rootflags=/",
            "rw",
            f"init={init}",
            "con=null",
            "con0=null,fd:1",
        ]
        booted = subprocess.run(
            ["linux.uml", *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=_PATIENCE_S,
        )
        return told.read_text("utf-8") if told.exists() else booted.stdout.decode(errors="replace")


LOCAL, NFS = Path("/run/local"), Path("/mnt/nfs")
TABLE = "code,x\n" + "".join(f"C-{n:02d},{n}\n" for n in range(1, 9))


def command(*words: object, own: Path) -> tuple[int, str]:
    """Run a command of kgdesk with a folder of the user; return its exit status and its answer in one text."""
    from kgdesk.cli import main

    os.environ["KGDESK_DATA"] = str(own)
    said = StringIO()
    began = time.monotonic()
    with redirect_stdout(said), redirect_stderr(said):
        status = main([*map(str, words)])
    took = time.monotonic() - began
    answer = " ".join(said.getvalue().split())
    print(f"  {status} {took:.1f} s {' '.join(map(str, words))[:70]} | {answer[:400]}", flush=True)
    return status, answer


def inside() -> None:
    """Look at every case; an assertion names the one that fails."""
    from pgserver import Server

    from kgdesk.store.postgres.schema import init
    from kgdesk.store.unsafe_folders import file_system

    assert file_system(NFS) == "nfs4", "the export is not mounted"
    LOCAL.mkdir()
    table = LOCAL / "table.csv"
    table.write_text(TABLE, encoding="utf-8")
    own, here = NFS / "own", LOCAL / "own"
    new = ["--candidates", table, "--id", "code", "--by", "Kim"]
    server = Server()
    init(server.address())
    server.sql("CREATE ROLE kim LOGIN IN ROLE kgdesk_lab")
    place, file = server.address("kim", "s"), LOCAL / "s.kgstudy"

    print("studies in files work as ever while the user's folder is on NFS", flush=True)
    assert command("new", file, *new, own=own)[0] == 0
    assert command("record", file, "C-01", "success", "--by", "Kim", own=own)[0] == 0
    assert command("verify", file, own=own)[0] == 0

    print("no study is made on NFS, and a copy there is only read", flush=True)
    status, answer = command("new", NFS / "s.kgstudy", *new, own=here)
    assert status == 1
    assert "is on a network drive (nfs4)" in answer
    shutil.copy(file, NFS / "copy.kgstudy")
    status, answer = command("record", NFS / "copy.kgstudy", "C-02", "failure", "--by", "Kim", own=here)
    assert status == 1
    assert "opened for reading only" in answer
    assert command("status", NFS / "copy.kgstudy", own=here)[0] == 0

    print("a server that answers takes outcomes while the user's folder is on NFS", flush=True)
    assert command("new", place, *new, own=own)[0] == 0
    assert command("record", place, "C-01", "success", "--by", "Kim", own=own)[0] == 0
    assert command("status", place, own=here)[0] == 0

    server.stop()
    print("no outcome waits on NFS for a server that is away, and none is said to", flush=True)
    status, answer = command("record", place, "C-02", "failure", "--by", "Kim", own=own)
    assert status == 1
    assert "Nothing is recorded" in answer
    assert "is on a network drive (nfs4)" in answer
    assert "KGDESK_DATA" in answer
    status, answer = command("record", place, "C-03", "failure", "--by", "Kim", own=here)
    assert status == 0
    assert "kept here" in answer

    server.start()
    assert command("outbox", "send", own=here)[0] == 0
    status, answer = command("status", place, "--json", own=here)
    assert '"outcomes": 2' in answer

    print("a full export", flush=True)
    filler = NFS / "filler"
    try:
        with filler.open("wb") as full:
            while True:
                full.write(b"x" * 65536)
                full.flush()
                os.fsync(full.fileno())
    except OSError as problem:
        print(f"  {problem}", flush=True)
    assert command("record", file, "C-02", "failure", "--by", "Kim", own=own)[0] == 0
    assert command("record", place, "C-04", "failure", "--by", "Kim", own=own)[0] == 0
    filler.unlink()

    print("an export that can only be read", flush=True)
    subprocess.run(["mount", "-o", "remount,ro", str(NFS)], check=True)
    assert command("record", file, "C-03", "failure", "--by", "Kim", own=own)[0] == 0
    assert command("record", place, "C-05", "failure", "--by", "Kim", own=own)[0] == 0
    subprocess.run(["mount", "-o", "remount,rw", str(NFS)], check=True)

    print("an export whose server does not answer", flush=True)
    subprocess.run(["rpc.nfsd", "0"], check=True)
    for words in (
        ("status", NFS / "copy.kgstudy"),
        ("record", NFS / "copy.kgstudy", "C-04", "failure"),
        ("export", file, NFS / "runs.csv"),
        ("verify", NFS / "all.zip"),
    ):
        status, answer = command(*words, own=here)
        assert status == 1
        assert next(word.name for word in reversed(words) if isinstance(word, Path)) in answer
        assert "does not answer" in answer or "check the drive" in answer
    assert command("record", file, "C-04", "failure", "--by", "Kim", own=own)[0] == 0
    status, answer = command("outbox", "list", own=own)
    assert status == 1
    assert "KGDESK_DATA" in answer
    subprocess.run(["rpc.nfsd", "-N", "3", "-G", "10", "2"], check=True)

    status, answer = command("status", file, "--json", own=here)
    assert '"outcomes": 4' in answer
    assert command("verify", file, own=own)[0] == 0
    assert command("verify", place, own=own)[0] == 0
    server.remove()
    print("all as it has to be", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--inside"]:
        inside()
    else:
        print(missing() or run())

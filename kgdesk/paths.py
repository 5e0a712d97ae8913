"""The file system: the user's folders, the program's own files, and files written atomically.

A file is written under a temporary name in the same folder, synced, and renamed. Errors are the system's own:
`FileExistsError` where the name is taken, `OSError` otherwise; callers turn them into messages.
"""

from __future__ import annotations

import errno
import hashlib
import os
import platform
import re
import secrets
import shutil
import stat
import sys
import threading
import time
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import platformdirs

from kgdesk.errors import BadInput, KgdeskError
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: errno values of a full disk or an exhausted quota.
FULL = frozenset({errno.ENOSPC, errno.EDQUOT})

#: Temporary files: computer, process and a random number, so that those of a killed process are recognised.
_PART = re.compile(r"\.kgdesk-(?:([0-9a-f]{8})-([0-9]{1,10})-)?[0-9a-f]{16}\.part(?:-journal)?", re.ASCII)
#: Age from which a temporary file is swept although its process cannot be asked: one of another computer.
_ABANDONED_S = 7 * 24 * 3600.0
#: Seconds that a file is tried to be renamed which another program has open, and between two attempts.
_IN_USE_S, _IN_USE_POLL_S = 2.0, 0.05
#: Windows takes these names for devices, even with a suffix.
DEVICE_OF_WINDOWS = re.compile(
    r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|COM[0-9¹²³]|LPT[0-9¹²³])\s*(\..*)?", re.IGNORECASE
)
#: Characters of no file name of Windows; what follows a colon would be hidden in the file named before it.
FORBIDDEN_BY_WINDOWS = re.compile(r'[<>:"/\\|?*]')
_SWEPT: set[Path] = set()
#: How often, and seconds for how long each time, a folder's answer is looked for: looks are counted, not the clock, so
#: that a busy computer makes no folder silent.
_LOOKS, _LOOK_S = 20, 0.1
#: Questions to folders that have not been answered yet.
_UNANSWERED: dict[Path, threading.Thread] = {}
#: The user's data folder, and folders that `make_folder` has made or seen below it in this process.
_MADE: set[tuple[Path, Path]] = set()


def user_data_dir(*parts: str) -> Path:
    """Return the user's data folder (heads, backups, drafts, outbox, log) or a path below it; creates nothing.

    The environment variable KGDESK_DATA overrides it, for several installations side by side and for tests.
    """
    named = os.environ.get("KGDESK_DATA", "")
    base = Path(named) if named else Path(platformdirs.user_data_dir("kgdesk", appauthor=False))
    return base.joinpath(*parts)


def answers(folder: Path) -> bool:
    """Return whether the disk or network drive of a folder answers within two seconds; that of a missing folder does.

    A network drive whose server is away may never answer, and a call that waits for it cannot be ended: so a thread of
    its own asks. While it waits, the answer to whoever asks again is no, at once.
    """
    waiting = _UNANSWERED.get(folder)
    if waiting is not None and waiting.is_alive():
        return False
    waiting = threading.Thread(target=_ask_for_space, args=(folder,), name="kgdesk-drive", daemon=True)
    waiting.start()
    for _ in range(_LOOKS):
        waiting.join(_LOOK_S)
        if not waiting.is_alive():
            _UNANSWERED.pop(folder, None)
            return True
    _UNANSWERED[folder] = waiting
    return False


def _ask_for_space(folder: Path) -> None:
    # Free space is asked of the server each time; what a file is may be remembered here.
    with suppress(OSError, ValueError):
        shutil.disk_usage(folder)


def refuse_silent(folder: Path) -> None:
    """Raise `TimeoutError`, an `OSError`, if a folder does not answer."""
    if not answers(folder):
        raise TimeoutError(errno.ETIMEDOUT, "its disk or network drive does not answer", str(folder))


def make_folder(folder: Path) -> None:
    """Make a folder and its parents where they are missing, each synced; a new data folder of the user has mode 0700.

    Raises
    ------
    OSError
        The folder cannot be made.
    """
    refuse_silent(folder)
    own = user_data_dir()
    if (own, folder) in _MADE and folder.is_dir():
        return
    if folder == own or own in folder.parents:
        own.parent.mkdir(parents=True, exist_ok=True)
        own.mkdir(mode=0o700, exist_ok=True)
    make_synced_folder(folder)
    _MADE.add((own, folder))


def user_cache_dir(*parts: str) -> Path | None:
    """Return the user's cache folder or a path below it; None if the user has no home folder."""
    base = Path(platformdirs.user_cache_dir("kgdesk", appauthor=False, opinion=False))
    return base.joinpath(*parts) if base.is_absolute() else None


def resource_path(*parts: str) -> Path:
    """Return the path of a bundled file or folder, for an installed program and for a source checkout.

    Parameters
    ----------
    parts
        Path components below ``resources``, as in ``resource_path("icons", "app.svg")``.

    Raises
    ------
    KgdeskError
        The file is missing: the installation is incomplete.
    """
    package = Path(__file__).parent
    for root in (package / "resources", package.parent / "resources"):
        path = root.joinpath(*parts)
        if path.exists():
            return path
    name = "/".join(parts)
    raise KgdeskError(
        phrase(
            "The program's own file “{name}” is missing. Install kgdesk again; your studies stay.", name=name
        )
    )


def refuse_name_of_windows(path: Path) -> None:
    """On Windows, refuse a file name that would name something else there: a device, or a file of another name.

    Raises
    ------
    BadInput
        It would.
    """
    name = path.name
    if sys.platform == "win32" and (
        DEVICE_OF_WINDOWS.fullmatch(name) or FORBIDDEN_BY_WINDOWS.search(name) or name.endswith((".", " "))
    ):
        raise BadInput(
            phrase(
                "Windows has no file of the name “{name}”. Choose one that is not a device such as CON, does not end "
                "in a dot or space, and has none of {characters}",
                name=name,
                characters='< > : " / \\ | ? *',
            )
        )


@contextmanager
def atomic_path(
    path: Path,
    *,
    overwrite: bool = False,
    durable: bool = True,
    sync_names: bool = True,
    like: Path | None = None,
) -> Iterator[Path]:
    """Yield an empty temporary file beside `path`; rename it to `path` when the block ends without an exception.

    The temporary file is removed on any failure.

    Parameters
    ----------
    path
        The final name.
    overwrite
        Replace an existing file. Otherwise an existing file raises, even one created while the block ran.
    durable
        Sync file and folder, so that the file survives a power cut once the block has ended.
    sync_names
        Raise if the folder cannot be synced; some network shares refuse that.
    like
        File whose mode, owner and group the new file gets; by default those of a file that is replaced.

    Raises
    ------
    FileExistsError
        The name is taken and `overwrite` is false.
    OSError
        The file cannot be written.
    """
    if like is None and overwrite and path.is_file():
        like = path
    with temporary_path(path, like=like) as part:
        yield part
        if durable:
            sync_file(part)
        if overwrite:
            patiently(part.replace, path)
        else:
            _take_free_name(part, path)
        if durable:
            with suppress(OSError) if not sync_names else _removed_on_failure(path, keep=overwrite):
                sync_folder(path.parent)


@contextmanager
def temporary_path(path: Path, *, like: Path | None = None) -> Iterator[Path]:
    """Yield an empty file under a temporary name beside `path`; remove it at the end unless it was renamed.

    Temporary files that killed processes left in the folder are removed first, once per process and folder.

    Parameters
    ----------
    path
        The final name.
    like
        File whose mode, owner and group the temporary file gets before anything is written to it.

    Raises
    ------
    OSError
        The file cannot be created.
    """
    refuse_silent(path.parent)
    if path.parent not in _SWEPT:
        _SWEPT.add(path.parent)
        sweep_parts(path.parent)
    part = path.with_name(f".kgdesk-{_computer()}-{os.getpid()}-{secrets.token_hex(8)}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666 if like is None else 0o600))
        if like is not None:
            copy_rights(like, part)
        yield part
    finally:
        for left in (part, part.with_name(part.name + "-journal")):  # SQLite may leave a journal
            with suppress(OSError):
                left.unlink()


def open_regular(path: Path, *, follow: bool = False) -> BinaryIO:
    """Open a regular file for reading, without waiting for what has taken its place, such as a named pipe.

    Parameters
    ----------
    follow
        Follow a symbolic link at the end of the path.

    Raises
    ------
    OSError
        It cannot be opened, or is not a regular file.
    """
    refuse_silent(path.parent)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags if follow else flags | getattr(os, "O_NOFOLLOW", 0))
    # Asked of what is open: a name could lead elsewhere by now.
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return os.fdopen(handle, "rb")


def make_synced_folder(folder: Path) -> None:
    """Create a folder and those above it that are missing, each synced into the folder that holds it.

    Without these syncs a power cut may take a new folder away with all that was synced in it.

    Raises
    ------
    OSError
        One cannot be created or synced.
    """
    if not folder.is_dir():
        if folder.parent != folder:  # else it is a drive that is missing
            make_synced_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def copy_rights(source: Path, target: Path) -> None:
    """Give `target` mode, owner and group of `source`, as far as the system allows; the owner may always write.

    Where the group cannot be given, `target` gets no rights for a group: they would go to another one.
    """
    try:
        wanted, have = source.stat(), target.stat()
    except OSError:
        return
    mode = stat.S_IMODE(wanted.st_mode) & 0o666 | 0o600
    if sys.platform != "win32" and (wanted.st_uid, wanted.st_gid) != (have.st_uid, have.st_gid):
        try:
            os.chown(target, wanted.st_uid, wanted.st_gid)
        except OSError:  # only an administrator gives files away
            try:
                os.chown(target, -1, wanted.st_gid)
            except OSError:
                mode &= ~0o060
    with suppress(OSError):  # a file system without modes
        target.chmod(mode)


def same_rights(one: Path, other: Path) -> bool:
    """Return whether two files have the mode and the group that `copy_rights` gives; True if one is missing."""
    try:
        wanted, have = one.stat(), other.stat()
    except OSError:
        return True
    mode = stat.S_IMODE(wanted.st_mode) & 0o666 | 0o600
    return (mode, wanted.st_gid) == (stat.S_IMODE(have.st_mode), have.st_gid)


def sweep_parts(folder: Path) -> None:
    """Remove the temporary files that killed processes of this computer left in a folder; errors are ignored.

    Those of other computers and of an earlier start of this one are removed after a week.
    """
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            named = _PART.fullmatch(entry.name)
            if named is None:
                continue
            with suppress(OSError):
                if _is_left(named[1], named[2], entry.stat(follow_symlinks=False)):
                    Path(entry.path).unlink()


def _is_left(computer: str | None, process: str | None, status: os.stat_result) -> bool:
    if not stat.S_ISREG(status.st_mode):
        return False
    if process is not None and computer == _computer():
        return not _is_running(int(process))
    return time.time() - status.st_mtime > _ABANDONED_S


@cache
def _computer() -> str:
    """Return a mark of the computer; on Linux of its present start and set of process numbers (one per container)."""
    parts = [platform.node()]
    with suppress(OSError):
        parts.append(str(Path("/proc/self/ns/pid").readlink()))
        parts.append(Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii"))
    return hashlib.sha256("\0".join(parts).encode(errors="replace")).hexdigest()[:8]


def _is_running(process: int) -> bool:
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - only here

        kernel, query, unknown = ctypes.windll.kernel32, 0x1000, 87
        handle = kernel.OpenProcess(query, False, process)
        if not handle:
            return bool(kernel.GetLastError() != unknown)
        kernel.CloseHandle(handle)
        return True
    try:
        os.kill(process, 0)  # sends nothing
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # of another user
        return True
    return True


def sync_file(path: Path) -> None:
    """Flush the content of a file to disk (fsync)."""
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Flush the directory entries of a folder to disk (fsync); a no-op on Windows, which does this itself."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def patiently(
    rename: Callable[[Path], object],
    path: Path,
    patience_s: float = _IN_USE_S if sys.platform == "win32" else 0.0,
) -> None:
    """Rename a file to `path` by its method `rename` or `replace`; on Windows wait while a program has it open.

    Scanners of viruses and indexers open each new file for a moment, and Windows renames none that is open.
    """
    end = time.monotonic() + patience_s
    while True:
        try:
            rename(path)
        except PermissionError:
            if time.monotonic() >= end:
                raise
            time.sleep(_IN_USE_POLL_S)
        else:
            return


def _take_free_name(part: Path, path: Path) -> None:
    if sys.platform == "win32":
        patiently(part.rename, path)  # on Windows, rename raises FileExistsError if the name is taken
        return
    try:
        os.link(part, path, follow_symlinks=False)
    except OSError as cause:
        if isinstance(cause, FileExistsError) or cause.errno in FULL:
            raise
        # No hard links here (FAT, some shares). A plain rename would replace a file created since the check, so reserve
        # the name with O_EXCL first.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        with _removed_on_failure(path, keep=False):
            part.replace(path)


@contextmanager
def _removed_on_failure(path: Path, *, keep: bool) -> Iterator[None]:
    try:
        yield
    except OSError:
        if not keep:
            with suppress(OSError):
                path.unlink()
        raise

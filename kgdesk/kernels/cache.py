"""Select the folder of compiled kernels for this process, and verify its files before Numba reads them.

There are three layers, tried in this order:

native
    A sealed folder with every kernel compiled for exactly this processor. Either an administrator filled it for all
    users, or a separate process made it for this user while the program ran on the shipped kernels. See `seal`.
shipped
    The sealed folder that came with the program, compiled for the baseline processor of the platform.
open
    No valid sealed folder (Python package, damaged files): Numba compiles on demand and caches the result in a folder
    of this user, or in a temporary one if that is not writable.

Machine code that was half written at a power cut must not run. A sealed folder is never written again; its manifest has
the digest of the sources and versions that it was compiled from, the target processor, and the SHA-256 of each file. An
open folder has a growing list of digests; files that are not listed are deleted before Numba is imported.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import json
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kgdesk.paths import user_cache_dir

#: LLVM's name of the baseline processor of each platform.
GENERIC = "generic"
_MANIFEST, _DIGEST_LIST = "manifest.json", "digests.txt"
#: Suffixes of Numba's files: an index per function, and machine code per function and types of its arguments.
_CACHE_FILES = frozenset({".nbi", ".nbc"})
#: Bytes of free space that a folder needs for a kernel to be saved there: more than the largest file.
_SPACE_NEEDED = 1 << 20
#: Most sealed folders per user: one per processor that shares the home folder, and some for other versions.
_MOST_FOLDERS = 6
#: Compiled kernels for all users of this computer.
_MACHINE_FOLDER = Path("/var/cache/kgdesk/kernels")
_FOLDER_VARIABLE, _PROCESSOR_VARIABLE = "KGDESK_KERNELS_INTO", "KGDESK_KERNELS_FOR"


@dataclass(frozen=True, slots=True)
class CacheLayer:
    """The folder of compiled kernels that this process uses.

    Parameters
    ----------
    kind
        See the module's docstring; ``"making"`` while a folder is being compiled that will be sealed.
    folder
        Numba reads compiled kernels here and, unless `sealed`, writes them.
    cpu
        Target processor: ``"generic"`` or LLVM's name of this one.
    sealed
        Whether the folder is read-only.
    """

    kind: Literal["native", "shipped", "open", "making"]
    folder: Path
    cpu: str
    sealed: bool


@functools.cache
def source_digest() -> str:
    """Return 16 hexadecimal digits that change whenever the source of a kernel changes."""
    total = hashlib.sha256()
    kernels = Path(__file__).parent
    for path in sorted(kernels.rglob("*.py")):
        total.update(path.relative_to(kernels).as_posix().encode())
        total.update(path.read_bytes())
    return total.hexdigest()[:16]


@functools.cache
def build_stamp() -> str:
    """Return 16 hexadecimal digits of the sources, platform, and versions of Python, Numba and llvmlite."""
    from importlib import metadata  # noqa: PLC0415 - it imports the email package: as late as Numba itself

    parts = [source_digest(), sys.platform, ".".join(map(str, sys.version_info[:3]))]
    for part in ("numba", "llvmlite"):
        try:
            parts.append(metadata.version(part))
        except metadata.PackageNotFoundError:
            parts.append("unknown")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


@functools.cache
def processor() -> tuple[str, str]:
    """Return LLVM's name and feature string of this processor."""
    import llvmlite.binding as llvm  # noqa: PLC0415 - as late as Numba itself

    try:
        return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    except RuntimeError:  # LLVM cannot detect features on this platform
        return llvm.get_host_cpu_name(), ""


def shipped_folder() -> Path:
    """Return the folder of the kernels shipped with the program; it may not exist."""
    return Path(__file__).parents[1] / "compiled"


def user_folder() -> Path | None:
    """Return this user's cache folder for kernels; None without a home folder."""
    return user_cache_dir("kernels")


def machine_folder() -> Path | None:
    """Return the cache folder for kernels of all users; None except on Linux, where only root can write beside it."""
    return _MACHINE_FOLDER if sys.platform.startswith("linux") else None


def native_folder(*, for_all_users: bool = False) -> Path | None:
    """Return the folder for kernels of exactly this processor, existing or not; None if there is no place for it."""
    base = machine_folder() if for_all_users else user_folder()
    name, features = processor()
    fingerprint = hashlib.sha256(f"{name}\n{features}".encode()).hexdigest()[:12]
    return base and base / f"{build_stamp()}-{fingerprint}"


def is_administrators(folder: Path) -> bool:
    """Return whether only the administrator can have written a folder, whose code every user will run."""
    try:
        # A link or a folder above that others may write would let them put another in its place.
        places = [folder, *folder.parents, *folder.iterdir()]
        return all(
            path.lstat().st_uid == 0 and not path.is_symlink() and not path.lstat().st_mode & 0o022
            for path in places
        )
    except OSError:
        return False


@functools.cache
def active_layer() -> CacheLayer:
    """Return the cache layer of this process; chosen at the first call and fixed from then on."""
    if _FOLDER_VARIABLE in os.environ:
        return CacheLayer(
            "making", Path(os.environ[_FOLDER_VARIABLE]), os.environ[_PROCESSOR_VARIABLE], sealed=False
        )
    if "numba" not in sys.modules:  # a sealed folder needs settings that Numba reads at its import
        shared = native_folder(for_all_users=True)
        if shared is not None and is_administrators(shared) and is_sealed(shared, *processor()):
            return CacheLayer("native", shared, processor()[0], sealed=True)
        native = native_folder()
        if native is not None and is_sealed(native, *processor()):
            return CacheLayer("native", native, processor()[0], sealed=True)
        if is_sealed(shipped_folder(), GENERIC, ""):
            return CacheLayer("shipped", shipped_folder(), GENERIC, sealed=True)
    return CacheLayer("open", _open_folder(), processor()[0], sealed=False)


def has_compiled_kernels(*names: str) -> bool:
    """Return whether these kernels are in the cache already, by file names and without importing Numba.

    Parameters
    ----------
    names
        Module and name of each kernel, as ``sweep.futures``.
    """
    layer = active_layer()
    return layer.sealed or all(any(layer.folder.glob(f"{name}-*.nbi")) for name in names)


def finds_what_others_compile() -> bool:
    """Return whether this process finds what another one compiles; not without a home or with NUMBA_CACHE_DIR."""
    return user_folder() is not None and "NUMBA_CACHE_DIR" not in os.environ


def compile_into(folder: Path, cpu: str) -> None:
    """Set the folder and target processor for the kernels of this process; call it before the first kernel.

    Raises
    ------
    RuntimeError
        Numba is imported or the cache layer is chosen already.
    """
    if "numba" in sys.modules or active_layer.cache_info().currsize:
        raise RuntimeError("kernels are settled already in this process")
    os.environ |= compiling_into(folder, cpu)


def compiling_into(folder: Path, cpu: str) -> dict[str, str]:
    """Return the environment variables by which a process compiles its kernels into this folder and no other."""
    return {_FOLDER_VARIABLE: str(folder), _PROCESSOR_VARIABLE: cpu}


def seal(folder: Path, cpu: str, features: str) -> None:
    """Seal a folder of compiled kernels: write its manifest atomically, after fsync of every file.

    Raises
    ------
    OSError
        The disk is full or failed.
    """
    files = {}
    for path in sorted(folder.iterdir()):
        files[path.name] = _sha256(path)
        with path.open("rb+") as file:
            os.fsync(file.fileno())
    manifest = {"stamp": build_stamp(), "cpu": cpu, "features": features, "files": files}
    part = folder / f"{_MANIFEST}.part"
    with part.open("w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    part.replace(folder / _MANIFEST)  # last and atomic: a folder with a manifest is complete


def is_sealed(folder: Path, cpu: str, features: str) -> bool:
    """Return whether a folder is sealed for these sources and this processor, and every file matches its SHA-256."""
    try:
        manifest = json.loads((folder / _MANIFEST).read_text("utf-8"))
        if (manifest["stamp"], manifest["cpu"], manifest["features"]) != (build_stamp(), cpu, features):
            return False
        files = manifest["files"]
        return bool(files) and all(_sha256(folder / name) == digest for name, digest in files.items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def remove_old_layers(base: Path, keep: Path) -> None:
    """Remove this user's oldest sealed folders so that at most six remain, `keep` included; I/O errors are ignored."""
    with suppress(OSError):
        folders = [p for p in base.iterdir() if p.is_dir() and p != keep and (p / _MANIFEST).exists()]
        folders.sort(key=lambda p: p.stat().st_mtime, reverse=True)
        for old in folders[_MOST_FOLDERS - 1 :]:
            shutil.rmtree(old, ignore_errors=True)


class DigestList:
    """The list of digests of an open cache folder: one line per file that was saved there, as sha256sum writes it.

    Several processes may append to it at once. A file is whole if any line names it with its digest, so that neither
    the order of the lines nor one cut off at a power cut matters.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._listed: dict[str, tuple[int, int]] = {}

    def remove_damaged(self) -> None:
        """Delete the files of the folder that are not listed with their present content.

        Whole files that a killed process saved last are deleted as well and compiled again.

        Raises
        ------
        OSError
            A file cannot be read or deleted.
        """
        try:
            known = set((self._folder / _DIGEST_LIST).read_text("utf-8", errors="replace").splitlines())
        except FileNotFoundError:
            known = set()
        for path, state in self._files():
            if _digest_line(path) in known:
                self._listed[path.name] = state
            else:
                path.unlink()

    def append_new(self) -> None:
        """Add the files that were saved since the last call; I/O errors are ignored, at the cost of compiling again."""
        with suppress(OSError):
            new = [(path, state) for path, state in self._files() if self._listed.get(path.name) != state]
            lines = "".join(f"{_digest_line(path)}\n" for path, _ in new)
            if lines:
                with (self._folder / _DIGEST_LIST).open("a", encoding="utf-8", newline="") as file:
                    file.write(lines)
            self._listed.update((path.name, state) for path, state in new)

    def _files(self) -> list[tuple[Path, tuple[int, int]]]:
        """Return each cache file with its time of change and its size, by which a replaced file is noticed."""
        found = []
        for entry in os.scandir(self._folder):
            if Path(entry.name).suffix in _CACHE_FILES:
                stat = entry.stat()
                found.append((Path(entry.path), (stat.st_mtime_ns, stat.st_size)))
        return found


def _digest_line(path: Path) -> str:
    return f"{_sha256(path)}  {path.name}"


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@functools.cache
def _digest_list(folder: Path) -> DigestList:
    """Return the digest list of an open folder; it is brought up to date once more at the end of this process."""
    digests = DigestList(folder)
    atexit.register(digests.append_new)
    return digests


def list_new_files() -> None:
    """Add what has been compiled into an open layer to its list, so that the next start trusts it."""
    layer = active_layer()
    if layer.kind == "open":
        _digest_list(layer.folder).append_new()


def takes_files() -> bool:
    """Return whether the active layer can store a kernel now: it is not sealed, and the disk has room."""
    layer = active_layer()
    if layer.sealed:
        return False
    try:
        _try_to_write(layer.folder)
    except OSError:
        return False
    return True


def _try_to_write(folder: Path) -> None:
    """Write and delete a file of `_SPACE_NEEDED` bytes; an OSError means that the folder cannot store a kernel."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(_SPACE_NEEDED))


@functools.cache
def spare_folder() -> str:
    """Return a temporary folder for kernels that cannot be cached; it is removed at the end of the process.

    Raises
    ------
    OSError
        The system has no folder for temporary files.
    """
    folder = tempfile.mkdtemp(prefix="kgdesk-kernels-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _open_folder() -> Path:
    """Return this user's open folder without its damaged files, or a temporary one if that cannot be written."""
    base = user_folder()
    if base is not None:
        folder = base / f"{build_stamp()}-open"
        with suppress(OSError):
            _try_to_write(folder)
            _digest_list(folder).remove_damaged()
            return folder
    return Path(spare_folder())

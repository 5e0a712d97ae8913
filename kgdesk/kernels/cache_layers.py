"""Select the folder of compiled kernels for this process, verify it, configure Numba, serialise parallel kernels.

There are three layers, tried in this order:

native
    A sealed folder with every kernel compiled for exactly this processor: one for all users that an administrator
    filled, or one of this user, made by `seal` in a separate process while the program runs on the shipped kernels.
shipped
    The sealed folder that came with the program, compiled for the baseline processor of the platform.
open
    No valid sealed folder (Python package, damaged files): Numba compiles on demand and caches the result in a folder
    of this user, or in a temporary one if that is not writable.

A sealed folder is never written again. Its manifest has the digest of sources and versions that it was compiled from,
the target processor, and size and SHA-256 of each file: machine code half written at a power cut must not run.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import shutil
import sys
import tempfile
import threading
import warnings
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from kgdesk.paths import user_cache_dir

if TYPE_CHECKING:
    from collections.abc import Callable

#: LLVM's name of the baseline processor of each platform.
GENERIC = "generic"
_MANIFEST = "manifest.json"
#: Most sealed folders per user: one per processor that shares the home folder, and some for parallel versions.
_MOST_FOLDERS = 6
#: Compiled kernels for all users of this computer.
_MACHINE = Path("/var/cache/kgdesk/kernels")
_INTO, _FOR = "KGDESK_KERNELS_INTO", "KGDESK_KERNELS_FOR"


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


#: Numba's threading layers in order of preference. Workqueue loads on every system, but there the calling thread
#: sleeps and wakes two others, which Linux often schedules on one core: a sweep of many short kernels then takes up
#: to twice as long. With OpenMP the calling thread takes its share of the work and wakes only one.
#: libgomp is installed on nearly every Linux; on other systems OpenMP cannot be relied on.
PRIORITY = "omp workqueue tbb" if sys.platform == "linux" else "workqueue omp tbb"
#: Threading layers that kernels are expected to run on.
LAYERS = tuple(PRIORITY.split()[: 2 if sys.platform == "linux" else 1])


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
    """Return the cache folder for kernels of all users; None on systems where others could write beside it."""
    return _MACHINE if sys.platform.startswith("linux") else None


def native_folder(*, for_all_users: bool = False) -> Path | None:
    """Return the folder for kernels of exactly this processor, existing or not; None if there is no place for it."""
    base = machine_folder() if for_all_users else user_folder()
    name, features = processor()
    print_ = hashlib.sha256(f"{name}\n{features}".encode()).hexdigest()[:12]
    return base and base / f"{build_stamp()}-{print_}"


def is_administrators(folder: Path) -> bool:
    """Return whether only the administrator can have written a folder: it holds code that every user will run."""
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
    if _INTO in os.environ:
        return CacheLayer("making", Path(os.environ[_INTO]), os.environ[_FOR], sealed=False)
    if "numba" not in sys.modules:
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
    """Return whether kernels of these sources are in the cache already, by file names and without importing Numba.

    Also True where the program ships kernels, and where one process would not find what another compiled: no home
    folder, or NUMBA_CACHE_DIR is set.

    Parameters
    ----------
    names
        Module and name of each kernel, as ``sweep.futures``.
    """
    base = user_folder()
    if base is None or "NUMBA_CACHE_DIR" in os.environ or (shipped_folder() / _MANIFEST).exists():
        return True
    return all(any(base.glob(f"{build_stamp()}-*/{name}-*.nbi")) for name in names)


def compile_into(folder: Path, cpu: str) -> None:
    """Set the folder and target processor for the kernels of this process; call it before the first kernel.

    Raises
    ------
    RuntimeError
        Numba is imported or the cache layer is chosen already.
    """
    if "numba" in sys.modules or active_layer.cache_info().currsize:
        raise RuntimeError("kernels are settled already in this process")
    os.environ[_INTO], os.environ[_FOR] = str(folder), cpu


def seal(folder: Path, cpu: str, features: str) -> None:
    """Seal a folder of compiled kernels: write its manifest atomically, after fsync of every file.

    Raises
    ------
    OSError
        The disk is full or failed.
    """
    files = {}
    for path in sorted(folder.iterdir()):
        content = path.read_bytes()
        files[path.name] = [len(content), hashlib.sha256(content).hexdigest()]
        with path.open("rb+") as file:
            os.fsync(file.fileno())
    manifest = {"stamp": build_stamp(), "cpu": cpu, "features": features, "files": files}
    part = folder / f"{_MANIFEST}.part"
    with part.open("w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    part.replace(folder / _MANIFEST)


def is_sealed(folder: Path, cpu: str, features: str) -> bool:
    """Return whether a folder is sealed for these sources and this processor, and every file matches its SHA-256."""
    try:
        manifest = json.loads((folder / _MANIFEST).read_text("utf-8"))
        if (manifest["stamp"], manifest["cpu"], manifest["features"]) != (build_stamp(), cpu, features):
            return False
        for name, (size, wanted) in manifest["files"].items():
            content = (folder / name).read_bytes()
            if len(content) != size or hashlib.sha256(content).hexdigest() != wanted:
                return False
        return bool(manifest["files"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def remove_old_layers(base: Path, keep: Path) -> None:
    """Remove this user's oldest sealed folders so that at most six remain, `keep` included; I/O errors are ignored."""
    with suppress(OSError):
        folders = [p for p in base.iterdir() if p.is_dir() and p != keep and (p / _MANIFEST).exists()]
        folders.sort(key=lambda p: p.stat().st_mtime, reverse=True)
        for old in folders[_MOST_FOLDERS - 1 :]:
            shutil.rmtree(old, ignore_errors=True)


def configure_numba() -> None:
    """Set Numba's environment variables: threading layer, target processor, cache; no effect once Numba is imported.

    A frozen program drops the user's NUMBA_ variables, NUMBA_NUM_THREADS apart; the Python package respects them.
    """
    keep = active_layer()
    if "numba" in sys.modules:
        return
    if getattr(sys, "frozen", False):
        for name in [
            name for name in os.environ if name.startswith("NUMBA_") and name != "NUMBA_NUM_THREADS"
        ]:
            del os.environ[name]
    # Numba takes the first of these that loads. Not every one is thread-safe: hence `PARALLEL_LOCK`.
    os.environ.setdefault("NUMBA_THREADING_LAYER_PRIORITY", PRIORITY)
    # Where /dev/shm cannot be written Numba has no lock between processes; kgdesk forks none that calculates.
    warnings.filterwarnings("ignore", message="Could not obtain multiprocessing lock")
    # By default libgomp's threads spin for a while after each kernel and take the cores from the window.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    # An incompatible Intel SVML library on PATH breaks Numba.
    os.environ.setdefault("NUMBA_DISABLE_INTEL_SVML", "1")
    # Numba would colour the message of every overload that it tries in vain.
    os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")
    if keep.cpu == GENERIC:
        os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = GENERIC, ""
    if "NUMBA_CACHE_DIR" not in os.environ:
        ours = "kgdesk.kernels.numba_hooks.KernelLocator"
        theirs = "InTreeCacheLocator,UserWideCacheLocator,IPythonCacheLocator,ZipCacheLocator"
        os.environ.setdefault("NUMBA_CACHE_LOCATOR_CLASSES", f"{ours},{theirs}")


def _open_folder() -> Path:
    base = user_folder()
    if base is not None:
        folder = base / f"{build_stamp()}-open"
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
    try:
        return Path(tempfile.mkdtemp(prefix="kgdesk-kernels-"))
    except OSError:
        # No folder is writable: the locator accepts a folder that does not exist, and nothing is cached.
        return Path(os.devnull).parent / "kgdesk-kernels"


class ParallelLock:
    """Reentrant lock held while a parallel kernel runs; raises in a forked child whose OpenMP threads are missing.

    Numba's workqueue threading layer is not thread-safe: it aborts the process when two threads start kernels at once.
    libgomp (GNU OpenMP) is not fork-safe: its threads are not copied into the child, where a parallel kernel aborts.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._cut_off = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forked)

    def __enter__(self) -> None:
        """Acquire the lock; block until no other thread holds it.

        Raises
        ------
        RuntimeError
            This process was forked from one that had started OpenMP threads.
        """
        if self._cut_off:
            raise RuntimeError(
                "This process was forked from one in which kgdesk had calculated, and cannot calculate itself. Start "
                'it with multiprocessing.get_context("spawn"), or set NUMBA_THREADING_LAYER=workqueue for both.'
            )
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        """Release the lock."""
        self._lock.release()

    def _forked(self) -> None:
        """Replace the lock in a forked child: the thread that held it does not exist there."""
        self._lock = threading.RLock()
        with suppress(KeyError, ValueError):  # Numba is not imported, or has started no threads
            self._cut_off = sys.modules["numba"].threading_layer() == "omp" and sys.platform == "linux"


PARALLEL_LOCK = ParallelLock()


def serialized(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return the kernel wrapped so that each call holds `PARALLEL_LOCK`."""

    @functools.wraps(kernel, updated=())  # a compiled kernel has no __dict__ to copy
    def call(*args: Any, **kwargs: Any) -> Any:
        with PARALLEL_LOCK:
            return kernel(*args, **kwargs)

    return call

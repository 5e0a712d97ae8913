"""Where compiled kernels are kept, and which of them may run on this computer.

There are three ways, tried in this order:

native
    A sealed folder of this user with every kernel compiled for exactly this processor, made by `seal` in a process
    of its own while somebody works with the shipped ones.
shipped
    The sealed folder that came with the program, compiled for the least processor of the platform.
open
    No sealed folder fits (Python package, damaged files): Numba compiles when it must and keeps what it made in a
    folder of this user, or, where none can be written, in a private temporary one.

A sealed folder is never written again. Its manifest names the sources and versions it was made from, the processor
it was made for, and size and SHA-256 of each file: after a power cut half-written machine code must not run.
"""

from __future__ import annotations

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

from kgdesk.user_dirs import user_cache_dir

#: Name of the least processor of each platform, in LLVM's words.
GENERIC = "generic"
_MANIFEST = "manifest.json"
#: Sealed folders of one user: one per processor that shares the home, and some for versions side by side.
_MOST_FOLDERS = 6
_INTO, _FOR = "KGDESK_KERNELS_INTO", "KGDESK_KERNELS_FOR"


@dataclass(frozen=True, slots=True)
class CacheLayer:
    """The folder of compiled kernels that this process uses.

    Parameters
    ----------
    kind
        See above; ``"making"`` while a folder is filled that will be sealed.
    folder
        Numba reads compiled kernels here and, unless `sealed`, writes them.
    cpu
        The processor that is compiled for: ``"generic"`` or LLVM's name of this one.
    sealed
        Nothing is written.
    """

    kind: Literal["native", "shipped", "open", "making"]
    folder: Path
    cpu: str
    sealed: bool


#: The threading layers in the order in which Numba shall try them. Workqueue loads on every system, but there the
#: thread that asks for a kernel sleeps and wakes two others, which Linux often puts on one processor: a sweep of many
#: short kernels then takes up to twice as long. With OpenMP it takes its own share of the work and wakes but one.
#: GNU's library is on nearly every Linux; elsewhere OpenMP is not at home.
PRIORITY = "omp workqueue tbb" if sys.platform == "linux" else "workqueue omp tbb"
#: Those of them that kernels are to run on.
LAYERS = tuple(PRIORITY.split()[: 2 if sys.platform == "linux" else 1])


@functools.cache
def source_digest() -> str:
    """Return 16 hexadecimal digits that change whenever the source of a kernel changes."""
    total = hashlib.sha256()
    kernels = Path(__file__).parents[1]
    for path in sorted(kernels.rglob("*.py")):
        total.update(path.relative_to(kernels).as_posix().encode())
        total.update(path.read_bytes())
    return total.hexdigest()[:16]


@functools.cache
def build_stamp() -> str:
    """Return 16 hexadecimal digits of all that machine code is made from, the processor apart."""
    from importlib import metadata  # noqa: PLC0415 - it brings the whole of email along: as late as Numba itself

    parts = [source_digest(), sys.platform, ".".join(map(str, sys.version_info[:3]))]
    for part in ("numba", "llvmlite"):
        try:
            parts.append(metadata.version(part))
        except metadata.PackageNotFoundError:
            parts.append("unknown")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


@functools.cache
def processor() -> tuple[str, str]:
    """Return name and features of this processor, in LLVM's words."""
    import llvmlite.binding as llvm  # noqa: PLC0415 - as late as Numba itself

    try:
        return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    except RuntimeError:  # a platform whose features LLVM cannot tell
        return llvm.get_host_cpu_name(), ""


def shipped_folder() -> Path:
    """Return where the program's own compiled kernels lie, if it has any."""
    return Path(__file__).parents[2] / "compiled"


def user_folder() -> Path | None:
    """Return the folder of this user for what can be made again; None where there is no home."""
    return user_cache_dir("kernels")


def native_folder() -> Path | None:
    """Return where the kernels for exactly this processor are or will be."""
    base = user_folder()
    name, features = processor()
    print_ = hashlib.sha256(f"{name}\n{features}".encode()).hexdigest()[:12]
    return base and base / f"{build_stamp()}-{print_}"


@functools.cache
def active_layer() -> CacheLayer:
    """Return what this process uses; the first call decides, and no later one changes it."""
    if _INTO in os.environ:
        return CacheLayer("making", Path(os.environ[_INTO]), os.environ[_FOR], sealed=False)
    if "numba" not in sys.modules:
        native = native_folder()
        if native is not None and is_sealed(native, *processor()):
            return CacheLayer("native", native, processor()[0], sealed=True)
        if is_sealed(shipped_folder(), GENERIC, ""):
            return CacheLayer("shipped", shipped_folder(), GENERIC, sealed=True)
    return CacheLayer("open", _open_folder(), processor()[0], sealed=False)


def has_compiled_kernels() -> bool:
    """Return whether some kernels of these sources are kept already, by the names of files and without Numba.

    True as well where what one process compiles would not be found by another.
    """
    base = user_folder()
    if base is None or "NUMBA_CACHE_DIR" in os.environ or (shipped_folder() / _MANIFEST).exists():
        return True
    return any(base.glob(f"{build_stamp()}-*/*.nbi"))


def compile_into(folder: Path, cpu: str) -> None:
    """Have the kernels of this process compiled for a processor, into a folder; call it before the first kernel.

    Raises
    ------
    RuntimeError
        This process has settled already.
    """
    if "numba" in sys.modules or active_layer.cache_info().currsize:
        raise RuntimeError("kernels are settled already in this process")
    os.environ[_INTO], os.environ[_FOR] = str(folder), cpu


def seal(folder: Path, cpu: str, features: str) -> None:
    """Write the manifest of a filled folder, everything synced.

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
    told = {"stamp": build_stamp(), "cpu": cpu, "features": features, "files": files}
    part = folder / f"{_MANIFEST}.part"
    with part.open("w", encoding="utf-8") as file:
        json.dump(told, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    part.replace(folder / _MANIFEST)


def is_sealed(folder: Path, cpu: str, features: str) -> bool:
    """Return whether a folder holds whole kernels of these sources, made for this processor."""
    try:
        told = json.loads((folder / _MANIFEST).read_text("utf-8"))
        if (told["stamp"], told["cpu"], told["features"]) != (build_stamp(), cpu, features):
            return False
        for name, (size, wanted) in told["files"].items():
            content = (folder / name).read_bytes()
            if len(content) != size or hashlib.sha256(content).hexdigest() != wanted:
                return False
        return bool(told["files"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def remove_old_layers(base: Path, keep: Path) -> None:
    """Remove the sealed folders of a user that have been there longest, beyond a handful."""
    with suppress(OSError):
        folders = [p for p in base.iterdir() if p.is_dir() and p != keep and (p / _MANIFEST).exists()]
        folders.sort(key=lambda p: p.stat().st_mtime, reverse=True)
        for old in folders[_MOST_FOLDERS - 1 :]:
            shutil.rmtree(old, ignore_errors=True)


def configure_numba() -> None:
    """Tell Numba by its environment how to run; without effect once Numba is imported.

    An installed program minds no NUMBA_ setting that happens to stand on a lab computer; the Python package does.
    """
    keep = active_layer()
    if "numba" in sys.modules:
        return
    if getattr(sys, "frozen", False):
        for name in [
            name for name in os.environ if name.startswith("NUMBA_") and name != "NUMBA_NUM_THREADS"
        ]:
            del os.environ[name]
    # Numba takes the first of these that loads; all parallel calls wait for each other, whichever it is.
    os.environ.setdefault("NUMBA_THREADING_LAYER_PRIORITY", PRIORITY)
    # GNU's threads would go on turning in circles for a while after each kernel, on the cores of the window.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    # A foreign svml library on a lab computer's PATH breaks Numba.
    os.environ.setdefault("NUMBA_DISABLE_INTEL_SVML", "1")
    if keep.cpu == GENERIC:
        os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = GENERIC, ""
    if "NUMBA_CACHE_DIR" not in os.environ:
        ours = "kgdesk.kernels.kernel_cache.numba_hooks.KernelLocator"
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
        # Nothing on this computer can be written: the locator's folder need not be there, nothing will be kept.
        return Path(os.devnull).parent / "kgdesk-kernels"

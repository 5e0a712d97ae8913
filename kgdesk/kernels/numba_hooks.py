"""Hooks into Numba: a quick start, quicker compilation, cache locator, damaged cache files, diagnostics."""

from __future__ import annotations

import hashlib
import pickle
import sys
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import llvmlite
import numba
from numba import _dynfunc  # type: ignore[attr-defined] # an extension module
from numba.core import codegen, compiler, cpu, event, lowering
from numba.core.caching import FunctionCache, _CacheLocator
from numba.core.runtime.nrt import rtsys

from kgdesk.kernels import cache_layers
from kgdesk.kernels.cache_layers import active_layer, source_digest
from kgdesk.startup import disable_collector, enable_collector

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The package of the kernels.
_KERNELS = Path(__file__).parent

_DAMAGED = (OSError, EOFError, pickle.UnpicklingError, ValueError, TypeError, AttributeError, ImportError, KeyError,
            IndexError)  # fmt: skip


@dataclass(slots=True)
class CacheCounts:
    """Counts of kernels loaded from the cache (hits) and compiled (misses) since the start of this process."""

    hits: int = 0
    misses: int = 0


#: Numba creates one cache object per kernel, so that the counts have to be global.
CACHE_COUNTS = CacheCounts()


class KernelLocator(_CacheLocator):
    """Numba cache locator for the kernels of this package; other functions keep Numba's own locators."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> KernelLocator | None:
        """Return the locator of a kernel; None for a function of another package."""
        return cls(py_func, py_file) if Path(py_file).is_relative_to(_KERNELS) else None

    def get_cache_path(self) -> str:
        """Return the folder of the active cache layer; it may be read-only."""
        return str(active_layer().folder)

    def get_source_stamp(self) -> str:
        """Return the digest of all kernel sources: a kernel contains the machine code of those that it calls."""
        return source_digest()

    def get_disambiguator(self) -> str:
        """Return the line number, which distinguishes kernels of one name in a file."""
        return str(self._lineno)


@contextmanager
def _without_linear_algebra() -> Iterator[None]:
    """Keep Numba's array functions from importing SciPy's linear algebra just to see whether it is there.

    No kernel uses it, and it takes a quarter of a second. Other code that does still loads it when it is compiled.
    """
    if "numba.np.arraymath" in sys.modules:
        yield
        return
    from numba.np import linalg  # noqa: PLC0415 - not before a kernel is used

    load = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        yield
    finally:
        linalg.ensure_blas = load
        arraymath = sys.modules.get("numba.np.arraymath")
        if arraymath is not None:  # it has called and bound the function above
            there = find_spec("scipy") is not None
            for name, value in (("ensure_blas", load), ("_HAVE_BLAS", there)):
                setattr(arraymath, name, value)


def _forgiving() -> None:
    load, save = FunctionCache.load_overload, FunctionCache.save_overload

    def load_overload(self: Any, sig: Any, target_context: Any) -> Any:
        if not isinstance(self._impl.locator, KernelLocator):
            return load(self, sig, target_context)
        # Numba's own method first registers all that it can compile. Machine code needs only the runtime for arrays;
        # the compiler registers the rest when it is used.
        rtsys.initialize(target_context)
        try:
            with self._guard_against_spurious_io_errors():
                found = self._load_overload(sig, target_context)
        except _DAMAGED:
            found = None
        if found is None:
            CACHE_COUNTS.misses += 1
        else:
            CACHE_COUNTS.hits += 1
        return found

    def save_overload(self: Any, sig: Any, data: Any) -> None:
        if not isinstance(self._impl.locator, KernelLocator):
            save(self, sig, data)
            return
        if active_layer().sealed:
            return
        # Its text holds addresses of this process: with it, two builds of the same sources would differ.
        data = data._replace(type_annotation="")
        try:
            save(self, sig, data)
        except _DAMAGED:
            with suppress(*_DAMAGED):
                # An unreadable index would fail every later save of this kernel as well.
                Path(self._cache_file._index_path).unlink()  # noqa: SLF001 - Numba has no call for it
                save(self, sig, data)

    # Patched by setattr: Numba offers no hook. Caches with other locators keep Numba's behaviour.
    for name, method in (("load_overload", load_overload), ("save_overload", save_overload)):
        setattr(FunctionCache, name, method)


_forgiving()


def _hash_by_place(parfor: Any) -> int:
    """Return a hash of a parallel loop's place in the source and of its number in this process."""
    place = f"{Path(parfor.loc.filename).name}:{parfor.loc.line}:{parfor.id}"
    return int.from_bytes(hashlib.sha256(place.encode()).digest()[:7])


class _UnusedAlone(codegen.JITCodeLibrary):
    """Library of a function that is optimised and turned into machine code only when its address is requested.

    Numba does both for every function: for each that a kernel calls, although LLVM optimises it anew within the kernel
    that it is linked into, and for the three functions that it makes of a parallel loop. That is a third of the time.
    """

    _deferred = True

    def _optimize_final_module(self) -> None:
        if not self._deferred:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        if getattr(self, "_compiled_object", None) is not None:  # loaded from the cache
            self._deferred = False
        if not self._deferred:
            super()._finalize_final_module()
            return
        self._verify_declare_only_symbols()
        self._finalized = True

    def _emit(self) -> None:
        self._ensure_finalized()
        if self._deferred:
            self._deferred = False
            self._optimize_final_module()
            self._finalize_final_module()

    def may_have(self, name: str) -> bool:
        """Return whether machine code may be wanted for this name: it is defined here, or there is machine code."""
        self._ensure_finalized()
        return not self._deferred or any(each.name == name for each in self.get_defined_functions())

    def get_pointer_to_function(self, name: str) -> Any:
        """Return the address of a function, 0 if it is not defined here."""
        if self.may_have(name):
            self._emit()
        return super().get_pointer_to_function(name)

    def _get_compiled_object(self) -> Any:
        self._emit()
        return super()._get_compiled_object()


#: Series of Numba whose internals `_compile_once` changes; another one compiles as ever, which takes a third longer.
_KNOWN = (0, 68)


def _compile_once() -> None:
    """Leave functions unoptimised until their address is wanted; no wrappers for C and of parallel loops."""
    create, prepare, compile_loop, wrap = (
        codegen.JITCPUCodegen.create_library,
        cpu.CPUContext.get_executable,
        compiler.compile_ir,
        lowering.Lower.create_cfunc_wrapper,
    )

    def create_library(self: Any, name: str, **kwargs: Any) -> Any:
        return _UnusedAlone(self, name, **kwargs) if _COMPILING.ours else create(self, name, **kwargs)

    def get_executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        if not isinstance(library, _UnusedAlone) or library.may_have(fndesc.llvm_cpython_wrapper_name):
            return prepare(self, library, fndesc, env)
        # Python cannot call it: Numba's own method does the same with a null pointer, but wants its machine code.
        name = fndesc.qualname.split(".")[-1]
        return _dynfunc.make_function(fndesc.lookup_module(), name, "", 0, env, (library,))

    def compile_ir(*args: Any, **named: Any) -> Any:
        if _COMPILING.ours:  # a parallel loop, which Python never calls
            flags = args[5].copy()
            flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
            args = (*args[:5], flags, *args[6:])
        return compile_loop(*args, **named)

    def create_cfunc_wrapper(self: Any) -> None:
        if not _COMPILING.ours:  # kernels are never called from C
            wrap(self)

    # Patched by setattr, as above.
    for owner, function in (
        (codegen.JITCPUCodegen, create_library),
        (cpu.CPUContext, get_executable),
        (compiler, compile_ir),
        (lowering.Lower, create_cfunc_wrapper),
    ):
        setattr(owner, function.__name__, function)


def _name_loops_by_place() -> None:
    """Have Numba name the function of a parallel loop by its place: it writes the loop's hash, by default its address.

    With addresses, two builds of the same sources would differ.
    """
    from numba.parfors.parfor import Parfor  # noqa: PLC0415 - not before a kernel is compiled

    Parfor.__hash__ = _hash_by_place  # type: ignore[method-assign] # Numba offers no hook


class _Compiling(event.Listener):
    """Pauses the garbage collector while Numba compiles; keeps SciPy out while it compiles kernels.

    Events nest: compiling a function may compile its callees. They come under Numba's lock, from one thread at a time.
    """

    def __init__(self) -> None:
        self._nested: list[bool] = []
        self._apart = ExitStack()

    @property
    def ours(self) -> bool:
        """Whether a kernel is being compiled, or what one calls."""
        return bool(self._nested) and self._nested[-1]

    def on_start(self, event: Any) -> None:
        """Note whose function it is."""
        disable_collector()
        _name_loops_by_place()
        file = event.data["dispatcher"].py_func.__code__.co_filename
        ours = self.ours
        self._nested.append(ours or Path(file).is_relative_to(_KERNELS))
        if self.ours and not ours:
            self._apart.enter_context(_without_linear_algebra())

    def on_end(self, event: Any) -> None:  # noqa: ARG002 - the name is Numba's
        """Go back to the function that called it."""
        ours = self._nested.pop()
        if ours and not self.ours:
            self._apart.close()
        enable_collector()


_COMPILING = _Compiling()
event.register("numba:compile", _COMPILING)
if numba.version_info.short == _KNOWN:
    _compile_once()


def kernel_diagnostics() -> dict[str, Any]:
    """Return versions, processor, cache layer with hits and misses, and threads; call it after a parallel kernel.

    Before the first parallel kernel the threading layer is unknown.
    """
    keep = cache_layers.active_layer()
    name, features = cache_layers.processor()
    layer = "none started yet"
    with suppress(ValueError):  # no parallel kernel has run
        layer = numba.threading_layer()  # type: ignore[attr-defined] # numba's stubs leave it out
    return {
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "kernels": cache_layers.source_digest(),
        "processor": name,
        "features": [f[1:] for f in features.split(",") if f.startswith("+")],
        "compiled_for": keep.cpu,
        "kept": keep.kind,
        "folder": str(keep.folder),
        "hits": CACHE_COUNTS.hits,
        "misses": CACHE_COUNTS.misses,
        "layer": layer,
        "threads": int(numba.get_num_threads()),
    }

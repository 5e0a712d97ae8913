"""Shortcuts of Numba's compiler for the kernels: the same machine code in less time; equal names in all builds."""

from __future__ import annotations

import hashlib
import sys
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numba
from llvmlite.binding import ffi
from numba import _dynfunc  # type: ignore[attr-defined] # an extension module
from numba.core import (
    base,
    codegen,
    compiler,
    cpu,
    dispatcher,
    errors,
    event,
    ir,
    lowering,
    sigutils,
    targetconfig,
    utils,
)
from numba.core.compiler_lock import global_compiler_lock
from numba.core.target_extension import get_local_target
from numba.core.types import functions
from numba.core.typing import context as typing_context

from kgdesk.kernels.cache_layers import active_layer
from kgdesk.startup import disable_collector, enable_collector

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The package of the kernels.
_KERNELS = Path(__file__).parent


def _hash_by_place(parfor: Any) -> int:
    """Return a hash of a parallel loop's place in the source and of its number in this process."""
    place = f"{Path(parfor.loc.filename).name}:{parfor.loc.line}:{parfor.id}"
    return int.from_bytes(hashlib.sha256(place.encode()).digest()[:7])


class _UnusedAlone(codegen.JITCodeLibrary):
    """Library of a function that is optimised and turned into machine code only when its address is requested.

    Numba does both for every function: for each that a kernel calls, although LLVM optimises it anew within the kernel
    that it is linked into, and for the three functions that it makes of a parallel loop. That is a third of the time.

    Attributes
    ----------
    part
        Whether it was compiled for the functions that call it alone; then there is no entry point for Python.
    """

    part = False
    _deferred = True

    def _optimize_functions(self, ll_module: Any) -> None:
        """Clean up each function before it is linked; LLVM optimises all of them again, harder, in the kernel."""
        ll_module.data_layout = self._codegen._data_layout  # noqa: SLF001
        for function in ll_module.functions:
            if not function.is_declaration:
                manager, builder = self._codegen._function_pass_manager(opt=1)  # noqa: SLF001
                manager.run(function, builder)

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

    def is_for_python(self, wrapper: str) -> bool:
        """Return whether Python may call the function, by the name of its entry point for Python."""
        return self.may_have(wrapper) and not (
            self._deferred and _COMPILING.depth > 1 and active_layer().kind == "open"
        )

    def get_pointer_to_function(self, name: str) -> Any:
        """Return the address of a function, 0 if it is not defined here."""
        if self.may_have(name):
            self._emit()
        return super().get_pointer_to_function(name)

    def _get_compiled_object(self) -> Any:
        self._emit()
        return super()._get_compiled_object()


#: Series of Numba whose internals `_SHORTCUTS` change; another one compiles as ever, which takes twice as long.
_KNOWN = (0, 68)


def _replace(*functions: tuple[Any, Any]) -> None:
    """Replace methods and functions of Numba, each given by its owner and the new one; Numba offers no hooks."""
    for owner, function in functions:
        setattr(owner, function.__name__, function)


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
        if not isinstance(library, _UnusedAlone) or library.is_for_python(fndesc.llvm_cpython_wrapper_name):
            return prepare(self, library, fndesc, env)
        # Numba's own method does the same with a null pointer, but wants its machine code.
        library.part, name = True, fndesc.qualname.split(".")[-1]
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

    _replace(
        (codegen.JITCPUCodegen, create_library),
        (cpu.CPUContext, get_executable),
        (compiler, compile_ir),
        (lowering.Lower, create_cfunc_wrapper),
    )


def _call_parts_by_kernels() -> None:
    """Compile a function once more when Python calls it that was compiled for other functions only."""
    add, compile_one = dispatcher.Dispatcher.add_overload, dispatcher.Dispatcher.compile

    def add_overload(self: Any, result: Any) -> None:
        if is_part(result):  # a call from Python finds nothing and comes to `compile`
            self.overloads[tuple(result.signature.args)] = result
        else:
            add(self, result)

    def compile(self: Any, sig: Any) -> Any:  # noqa: A001 - the name is Numba's
        with global_compiler_lock:
            args = tuple(sigutils.normalize_signature(sig)[0])
            if not _COMPILING.depth and is_part(self.overloads.get(args)):
                del self.overloads[args]
            return compile_one(self, sig)

    _replace((dispatcher.Dispatcher, add_overload), (dispatcher.Dispatcher, compile))


def is_part(result: Any) -> bool:
    """Return whether a result of compilation serves other functions alone; there is none if `result` is None."""
    return result is not None and getattr(result.library, "part", False)


def _look_up_less() -> None:
    """Shorten what Numba looks up or notes again for every function: the same code in nine tenths of the time."""
    resolve = functions.BaseFunction.get_call_type
    defaults: dict[Any, dict[str, Any]] = {}

    def values(self: Any) -> dict[str, Any]:
        kind = type(self)
        if kind not in defaults:
            defaults[kind] = {name: option.default for name, option in kind.options.items()}
        return {**defaults[kind], **self._values}

    def list_vars(self: Any) -> list[Any]:
        return _variables(vars(self) if isinstance(self, ir.Stmt) else self._kws, [])

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or not _COMPILING.ours or (found := _first_that_fits(self, context, args)) is None:
            return resolve(self, context, args, kws)
        return found

    _replace(
        (targetconfig.TargetConfig, values),
        (ir.Stmt, list_vars),
        (ir.Expr, list_vars),
        (functions.BaseFunction, get_call_type),
    )
    for owner in (base.BaseContext, typing_context.BaseContext):
        _refresh_where_registries_grew(owner)
    for callbacks in list(ffi.lib._lock._cblist):  # noqa: SLF001 - they time each call of LLVM
        ffi.unregister_lock_callback(*callbacks)


def _variables(values: Any, to: list[Any]) -> list[Any]:
    """Append the variables in a value of Numba's intermediate representation to a list, in their order; return it."""
    for value in values.values() if isinstance(values, dict) else values:
        if isinstance(value, ir.Var):
            to.append(value)
        elif isinstance(value, ir.Inst):
            to.extend(value.list_vars())
        elif isinstance(value, (list, tuple, dict)):
            _variables(value, to)
    return to


def _first_that_fits(function: Any, context: Any, args: Any) -> Any:
    """Return the signature that Numba's own search gives, None if it gives none.

    That one composes a message for each template that does not fit, and tries all twice.
    """
    with suppress(errors.NumbaError):
        bare = tuple(functions._unlit_non_poison(each) for each in args)  # type: ignore[attr-defined] # noqa: SLF001
        target = get_local_target(context)
        for kind in utils.order_by_target_specificity(target, function.templates, fnkey=function.key[0]):
            template = kind(context)
            ways = (args, bare) if template.prefer_literal else (bare, args)
            for way in ways[: 1 if bare == args else 2]:
                with suppress(errors.NumbaError):
                    if (signature := template.apply(way, {})) is not None:
                        function._impl_keys[signature.args] = template.get_impl_key(signature)  # noqa: SLF001
                        return signature
    return None


def _refresh_where_registries_grew(owner: Any) -> None:
    """Let a context look for new declarations only where there are more of them than the last time."""
    refresh_all = owner.refresh
    seen: WeakKeyDictionary[Any, int] = WeakKeyDictionary()

    def count(context: Any) -> int:
        lists = (each for registry in context._registries for each in vars(registry).values())  # noqa: SLF001
        return sum(len(each) for each in lists if isinstance(each, list))

    def refresh(self: Any) -> None:
        if seen.get(self) != count(self):
            refresh_all(self)
            seen[self] = count(self)
        elif owner is base.BaseContext:
            self.typing_context.refresh()

    _replace((owner, refresh))


#: What shortens compilation.
_SHORTCUTS = _compile_once, _call_parts_by_kernels, _look_up_less


def _name_loops_by_place() -> None:
    """Have Numba name the function of a parallel loop by its place: it writes the loop's hash, by default its address.

    With addresses, two builds of the same sources would differ.
    """
    from numba.parfors.parfor import Parfor  # noqa: PLC0415 - not before a kernel is compiled

    Parfor.__hash__ = _hash_by_place  # type: ignore[method-assign] # Numba offers no hook


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
        arraymath: Any = sys.modules.get("numba.np.arraymath")
        if arraymath is not None:  # it has called and bound the function above
            arraymath.ensure_blas, arraymath._HAVE_BLAS = load, False  # noqa: SLF001
            with suppress(ImportError):  # of an import hook
                arraymath._HAVE_BLAS = find_spec("scipy") is not None  # noqa: SLF001


class _Compiling(event.Listener):
    """Pauses the garbage collector while Numba compiles; keeps SciPy out while it compiles kernels.

    Events nest: compiling a function may compile its callees. They come under Numba's lock, from one thread at a time.
    """

    def __init__(self) -> None:
        self._nested: list[bool] = []
        self._apart = ExitStack()

    @property
    def depth(self) -> int:
        """Number of functions that are being compiled, each for the one before."""
        return len(self._nested)

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
    for _shorten in _SHORTCUTS:
        _shorten()

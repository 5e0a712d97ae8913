"""Eight doubles at a time: a SIMD vector type for Numba.

LLVM makes little of a plain loop of doubles that keeps several running maxima. A value of type `lanes` is one LLVM
vector of eight doubles instead: one register where the machine's registers have 512 bits; LLVM splits it where they
are narrower, so that one source serves every machine. Python's operators +, -, * and / work lane by lane.

Offsets count doubles in a flat array and are trusted. Uncompiled (NUMBA_DISABLE_JIT=1) a value is a NumPy array of
eight, and the functions whose names end in _plain do the work.
"""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import config, njit, types
from numba.core import cgutils
from numba.extending import intrinsic, models, overload, register_model

if TYPE_CHECKING:
    from collections.abc import Callable

#: Doubles in a value.
WIDTH = 8
_COMPILED = not config.DISABLE_JIT  # type: ignore[attr-defined]  # read from the environment, unknown to the checker
_DOUBLES = ir.VectorType(ir.DoubleType(), WIDTH)
_WHOLES = ir.VectorType(ir.IntType(64), WIDTH)
_INDEX = ir.IntType(32)


class Lanes(types.Type):
    """Numba's type of eight doubles."""

    def __init__(self) -> None:
        super().__init__(name="lanes")


lanes = Lanes()


@register_model(Lanes)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _DOUBLES)


def _place(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    """Return the address of array[at:at + 8] as that of one vector."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), _DOUBLES.as_pointer())


def _spread(builder: Any, value: Any) -> Any:
    empty = ir.Constant(_DOUBLES, ir.Undefined)
    one = builder.insert_element(empty, value, _INDEX(0))
    return builder.shuffle_vector(one, empty, ir.Constant(ir.VectorType(_INDEX, WIDTH), [0] * WIDTH))


def _folded(builder: Any, value: Any, join: Callable[[Any, Any], Any]) -> Any:
    """Join lanes 0-3 with 4-7, then 0-1 with 2-3, then 0 with 1: one order for every machine."""
    for half in (4, 2, 1):
        other = ir.Constant(ir.VectorType(_INDEX, WIDTH), [(i + half) % WIDTH for i in range(WIDTH)])
        value = join(value, builder.shuffle_vector(value, value, other))
    return builder.extract_element(value, _INDEX(0))


def _intrinsic(builder: Any, name: str, *args: Any) -> Any:
    kind = ir.FunctionType(_DOUBLES, [_DOUBLES] * len(args))
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, f"{name}.v{WIDTH}f64"), args)


def _larger_of(builder: Any, a: Any, b: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", a, b), a, b)


def _load_plain(flat, at):
    return flat[at : at + WIDTH].copy()


def _load(_, flat, at):
    def build(context, builder, signature, args):
        found = builder.load(_place(context, builder, signature.args[0], *args))
        found.align = 8
        return found

    return lanes(flat, types.intp), build


def _store_plain(flat, at, value):
    flat[at : at + WIDTH] = value


def _store(_, flat, at, value):
    def build(context, builder, signature, args):
        builder.store(args[2], _place(context, builder, signature.args[0], *args[:2])).align = 8
        return context.get_dummy_value()

    return types.void(flat, types.intp, lanes), build


def _splat_plain(value):
    return np.full(WIDTH, value, dtype=np.float64)


def _splat(_, value):
    return lanes(types.float64), lambda context, builder, signature, args: _spread(builder, args[0])


def _splat_at_plain(flat, at):
    return np.full(WIDTH, flat[at])


def _splat_at(_, flat, at):
    def build(context, builder, signature, args):
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return _spread(builder, builder.load(builder.gep(data, [args[1]])))

    return lanes(flat, types.intp), build


def _multiply_add_plain(a, b, c):
    return a * b + c


def _multiply_add(_, a, b, c):
    def build(context, builder, signature, args):
        return _intrinsic(builder, "llvm.fmuladd", *args)

    return lanes(lanes, lanes, lanes), build


def _choose_plain(a, b, yes, no):
    return np.where(a > b, yes, no)


def _choose(_, a, b, yes, no):
    def build(context, builder, signature, args):
        return builder.select(builder.fcmp_ordered(">", args[0], args[1]), args[2], args[3])

    return lanes(lanes, lanes, lanes, lanes), build


def _reaches_plain(a, b):
    return sum(1 << i for i in range(WIDTH) if not a[i] < b[i])


def _reaches(_, a, b):
    def build(context, builder, signature, args):
        bits = builder.bitcast(builder.fcmp_unordered(">=", *args), ir.IntType(WIDTH))
        return builder.zext(bits, ir.IntType(64))

    return types.int64(lanes, lanes), build


def _larger_plain(a, b):
    return np.where(a > b, a, b)


def _larger(_, a, b):
    return lanes(lanes, lanes), lambda context, builder, signature, args: _larger_of(builder, *args)


def _magnitude_plain(a):
    return np.abs(a)


def _magnitude(_, a):
    return lanes(lanes), lambda context, builder, signature, args: _intrinsic(builder, "llvm.fabs", *args)


def _largest_plain(a):
    return float(a.max())


def _largest(_, a):
    def build(context, builder, signature, args):
        return _folded(builder, args[0], lambda x, y: _larger_of(builder, x, y))

    return types.float64(lanes), build


def _total_plain(a):
    a = a[:4] + a[4:]
    a = a[:2] + a[2:]
    return float(a[0] + a[1])


def _total(_, a):
    return types.float64(lanes), lambda context, builder, signature, args: _folded(
        builder, args[0], builder.fadd
    )


def _two_to_plain(k):
    return np.ldexp(1.0, k.astype(np.int64))


def _two_to(_, k):
    def build(context, builder, signature, args):
        # A whole number plus 1.5 * 2^52 holds its two's complement in the low bits; they become the exponent's.
        low = builder.bitcast(builder.fadd(args[0], ir.Constant(_DOUBLES, [_MAGIC] * WIDTH)), _WHOLES)
        biased = builder.add(low, ir.Constant(_WHOLES, [1023] * WIDTH))
        return builder.bitcast(builder.shl(biased, ir.Constant(_WHOLES, [52] * WIDTH)), _DOUBLES)

    return lanes(lanes), build


def _either(plain: Any, compiled: Any) -> Any:
    return intrinsic(compiled) if _COMPILED else plain


#: load(flat, at): eight doubles of a flat array; store(flat, at, value) puts them there.
load, store = _either(_load_plain, _load), _either(_store_plain, _store)
#: splat(value): the same double in every lane; splat_at(flat, at): that of a flat array.
splat, splat_at = _either(_splat_plain, _splat), _either(_splat_at_plain, _splat_at)
#: multiply_add(a, b, c): a b + c, rounded once where the machine can.
multiply_add = _either(_multiply_add_plain, _multiply_add)
#: choose(a, b, yes, no): yes where a > b, else no.
choose = _either(_choose_plain, _choose)
#: reaches(a, b): a whole number whose bits say of each lane whether a >= b or the two cannot be compared.
reaches = _either(_reaches_plain, _reaches)
#: larger(a, b), magnitude(a): lane by lane.
larger, magnitude = _either(_larger_plain, _larger), _either(_magnitude_plain, _magnitude)
#: largest(a), total(a): one double, joined in one order on every machine.
largest, total = _either(_largest_plain, _largest), _either(_total_plain, _total)
#: two_to(k): 2^k for whole k in -1022..1023.
two_to = _either(_two_to_plain, _two_to)

if _COMPILED:
    for _operator, _name in (
        (operator.add, "fadd"),
        (operator.sub, "fsub"),
        (operator.mul, "fmul"),
        (operator.truediv, "fdiv"),
    ):

        def _made(name: str = _name) -> Any:
            def acting(_, a, b):
                def build(context, builder, signature, args):
                    return getattr(builder, name)(*args)

                return lanes(lanes, lanes), build

            act: Any = intrinsic(acting)

            def typed(a, b):
                if not (isinstance(a, Lanes) and isinstance(b, Lanes)):
                    return None

                def implementation(a, b):
                    return act(a, b)

                return implementation

            return typed

        overload(_operator)(_made())

_MAGIC = 1.5 * 2.0**52
_LOG2_E = 1.0 / math.log(2.0)
# log 2 in two parts: the first has 32 bits, so that its product with a whole number is exact.
_LN2_HIGH = 6.93147180369123816490e-01
_LN2_LOW = 1.90821492927058770002e-10


@njit(cache=True, nogil=True)
def exponential(a):
    """Return exp(a) of each lane to 2 rounding errors, for a in -708..709; Taylor on [-log(2)/2, log(2)/2]."""
    magic = splat(_MAGIC)
    k = (a * splat(_LOG2_E) + magic) - magic
    r = multiply_add(k, splat(-_LN2_LOW), multiply_add(k, splat(-_LN2_HIGH), a))
    s = splat(1.0 / 6227020800.0)
    s = multiply_add(s, r, splat(1.0 / 479001600.0))
    s = multiply_add(s, r, splat(1.0 / 39916800.0))
    s = multiply_add(s, r, splat(1.0 / 3628800.0))
    s = multiply_add(s, r, splat(1.0 / 362880.0))
    s = multiply_add(s, r, splat(1.0 / 40320.0))
    s = multiply_add(s, r, splat(1.0 / 5040.0))
    s = multiply_add(s, r, splat(1.0 / 720.0))
    s = multiply_add(s, r, splat(1.0 / 120.0))
    s = multiply_add(s, r, splat(1.0 / 24.0))
    s = multiply_add(s, r, splat(1.0 / 6.0))
    s = multiply_add(s, r, splat(0.5))
    s = multiply_add(s, r, splat(1.0))
    s = multiply_add(s, r, splat(1.0))
    return s * two_to(k)

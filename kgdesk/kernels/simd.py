"""SIMD vectors for Numba: 512-bit values of eight float64 or sixteen float32 lanes; decorators for inner functions.

LLVM does not vectorise a plain loop with several running maxima. A value of type `lanes` is one LLVM vector of eight
float64: one register where the machine's registers have 512 bits; LLVM splits it where they are narrower, so that one
source serves every machine. Python's operators +, -, * and / work lane by lane. A value of type `singles` is sixteen
float32 and is processed twice as fast; its seven digits are enough to select what is then computed in float64.

Offsets are indices into a flat array; they are not checked. The dtype of the array selects the vector type. With
NUMBA_DISABLE_JIT=1 a vector is a NumPy array, and the functions whose names end in _plain are used instead.
"""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import config, njit, types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

if TYPE_CHECKING:
    from collections.abc import Callable

#: njit without reference counts, for functions that allocate nothing. `_nrt` is an undocumented option of Numba.
njit_no_refcount: Any = njit(cache=True, nogil=True, error_model="numpy", _nrt=False)  # type: ignore[call-overload]

# Without the entry points for Python and C that Numba compiles by default: only kernels call inner functions. They are
# not cached: their machine code is part of each kernel that calls them.
_OPTIONS: Any = {"nogil": True, "error_model": "numpy", "_nrt": False,
             "no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # fmt: skip

#: njit for functions that only other kernels call: shorter to compile.
njit_internal: Any = njit(**_OPTIONS)

#: The same, always inlined: without it LLVM may pass SIMD vectors through memory.
njit_inline: Any = njit(**_OPTIONS, forceinline=True)

#: float64 and float32 lanes of a vector.
WIDTH, LANES = 8, 16
#: Bits of a vector.
_VECTOR_BITS = 512
_COMPILED = not config.DISABLE_JIT  # type: ignore[attr-defined]  # read from the environment, unknown to the checker
_DOUBLES = ir.VectorType(ir.DoubleType(), WIDTH)
_INTEGERS = ir.VectorType(ir.IntType(64), WIDTH)
_SINGLES = ir.VectorType(ir.FloatType(), 2 * WIDTH)
_INDEX = ir.IntType(32)


class SimdType(types.Type):
    """Numba type of a vector of eight float64 or sixteen float32."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


lanes, singles = SimdType("lanes"), SimdType("singles")


@register_model(SimdType)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _DOUBLES if kind is lanes else _SINGLES)


def _vector_type(flat: Any) -> Any:
    """Return the vector type that a flat array of float64 or float32 is read as."""
    return lanes if flat.dtype == types.float64 else singles


def _vector_address(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    """Return the address of array[at] as a pointer to one vector."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), context.get_value_type(_vector_type(kind)).as_pointer())


def _broadcast_value(builder: Any, value: Any, vector: Any) -> Any:
    empty = ir.Constant(vector, ir.Undefined)
    one = builder.insert_element(empty, value, _INDEX(0))
    return builder.shuffle_vector(
        one, empty, ir.Constant(ir.VectorType(_INDEX, vector.count), [0] * vector.count)
    )


def _reduce(builder: Any, value: Any, join: Callable[[Any, Any], Any]) -> Any:
    """Reduce a vector to a float64 by joining lower and upper halves repeatedly: the same order on every machine."""
    width = half = value.type.count
    while half > 1:
        # Rotate the vector by half its width, so that the lanes that still matter face their partners.
        half //= 2
        other = ir.Constant(ir.VectorType(_INDEX, width), [(i + half) % width for i in range(width)])
        value = join(value, builder.shuffle_vector(value, value, other))
    one = builder.extract_element(value, _INDEX(0))
    return one if one.type == ir.DoubleType() else builder.fpext(one, ir.DoubleType())


def _call_llvm(builder: Any, name: str, *args: Any) -> Any:
    """Call LLVM's intrinsic `name` lane by lane; arguments and result are vectors of one type."""
    vector = args[0].type
    kind = ir.FunctionType(vector, [vector] * len(args))
    name = f"{name}.v{vector.count}f{_VECTOR_BITS // vector.count}"
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)


def _select_larger(builder: Any, a: Any, b: Any) -> Any:
    # An ordered comparison is false for NaN, so that b is chosen, as `np.where` does in the plain version.
    return builder.select(builder.fcmp_ordered(">", a, b), a, b)


def _width_plain(flat):
    return _VECTOR_BITS // (8 * flat.itemsize)


def _width(_, flat):
    count = WIDTH if _vector_type(flat) is lanes else 2 * WIDTH
    return types.intp(flat), lambda context, builder, signature, args: ir.Constant(ir.IntType(64), count)


def _load_plain(flat, at):
    return flat[at : at + _width_plain(flat)].copy()


def _load(_, flat, at):
    def build(context, builder, signature, args):
        value = builder.load(_vector_address(context, builder, signature.args[0], *args))
        # Offsets are multiples of one element only; by default LLVM assumes that the address is a multiple of a vector.
        value.align = signature.args[0].dtype.bitwidth // 8
        return value

    return _vector_type(flat)(flat, types.intp), build


def _store_plain(flat, at, value):
    flat[at : at + value.size] = value


def _store(_, flat, at, value):
    def build(context, builder, signature, args):
        place = _vector_address(context, builder, signature.args[0], *args[:2])
        builder.store(args[2], place).align = signature.args[0].dtype.bitwidth // 8
        return context.get_dummy_value()

    return types.void(flat, types.intp, _vector_type(flat)), build


def _splat_plain(value):
    return np.full(WIDTH, value, dtype=np.float64)


def _splat(_, value):
    return lanes(types.float64), lambda context, builder, signature, args: _broadcast_value(
        builder, args[0], _DOUBLES
    )


def _broadcast_plain(flat, value):
    return np.full(_width_plain(flat), value, dtype=flat.dtype)


def _broadcast(_, flat, value):
    def build(context, builder, signature, args):
        vector = context.get_value_type(_vector_type(flat))
        one = args[1] if vector == _DOUBLES else builder.fptrunc(args[1], ir.FloatType())
        return _broadcast_value(builder, one, vector)

    return _vector_type(flat)(flat, types.float64), build


def _splat_at_plain(flat, at):
    return np.full(_width_plain(flat), flat[at])


def _splat_at(_, flat, at):
    def build(context, builder, signature, args):
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        one = builder.load(builder.gep(data, [args[1]]))
        return _broadcast_value(builder, one, context.get_value_type(_vector_type(flat)))

    return _vector_type(flat)(flat, types.intp), build


def _multiply_add_plain(a, b, c):
    return a * b + c


def _multiply_add(_, a, b, c):
    def build(context, builder, signature, args):
        return _call_llvm(builder, "llvm.fmuladd", *args)

    return a(a, a, a), build


def _select_greater_plain(a, b, yes, no):
    return np.where(a > b, yes, no)


def _select_greater(_, a, b, yes, no):
    def build(context, builder, signature, args):
        return builder.select(builder.fcmp_ordered(">", args[0], args[1]), args[2], args[3])

    return a(a, a, a, a), build


# NaN counts as reached: a candidate whose bound is NaN (0 times infinity) must not be eliminated by it.
def _greater_equal_mask_plain(a, b):
    return sum(1 << i for i in range(a.size) if not a[i] < b[i])


def _greater_equal_mask(_, a, b):
    def build(context, builder, signature, args):
        bits = builder.bitcast(builder.fcmp_unordered(">=", *args), ir.IntType(args[0].type.count))
        return builder.zext(bits, ir.IntType(64))

    return types.int64(a, a), build


def _maximum_plain(a, b):
    return np.where(a > b, a, b)


def _maximum(_, a, b):
    return a(a, a), lambda context, builder, signature, args: _select_larger(builder, *args)


def _absolute_plain(a):
    return np.abs(a)


def _absolute(_, a):
    return a(a), lambda context, builder, signature, args: _call_llvm(builder, "llvm.fabs", *args)


def _reduce_max_plain(a):
    return float(a.max())


def _reduce_max(_, a):
    def build(context, builder, signature, args):
        return _reduce(builder, args[0], lambda x, y: _select_larger(builder, x, y))

    return types.float64(a), build


def _reduce_sum_plain(a):
    while a.size > 1:
        a = a[: a.size // 2] + a[a.size // 2 :]
    return float(a[0])


def _reduce_sum(_, a):
    return types.float64(a), lambda context, builder, signature, args: _reduce(builder, args[0], builder.fadd)


def _power_of_two_plain(k):
    return np.ldexp(1.0, k.astype(np.int64))


def _power_of_two(_, k):
    def build(context, builder, signature, args):
        # k + 1.5 * 2^52 has the two's complement of k in its low bits; shifted by 52 they become the exponent of 2^k.
        low = builder.bitcast(
            builder.fadd(args[0], ir.Constant(_DOUBLES, [_ROUNDING_SHIFT] * WIDTH)), _INTEGERS
        )
        biased = builder.add(low, ir.Constant(_INTEGERS, [1023] * WIDTH))
        return builder.bitcast(builder.shl(biased, ir.Constant(_INTEGERS, [52] * WIDTH)), _DOUBLES)

    return lanes(lanes), build


def _load_apart_plain(flat, at, step):
    return flat.ravel()[at : at + WIDTH * step : step].copy()


def _load_apart(_, flat, at, step):
    def build(context, builder, signature, args):
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        # Eight scalar loads: at this distance a vector load would read mostly candidates that are not wanted.
        value, place = ir.Constant(_DOUBLES, ir.Undefined), args[1]
        for n in range(WIDTH):
            value = builder.insert_element(value, builder.load(builder.gep(data, [place])), _INDEX(n))
            place = builder.add(place, args[2])
        return value

    return lanes(flat, types.intp, types.intp), build


def _prefetch_plain(array, at):
    """Do nothing: uncompiled code cannot prefetch."""


def _prefetch(_, array, at):
    def build(context, builder, signature, args):
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        place = builder.bitcast(builder.gep(data, [args[1]]), ir.IntType(8).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [place.type, _INDEX, _INDEX, _INDEX])
        call = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(call, [place, _INDEX(0), _INDEX(3), _INDEX(1)])  # read, keep in all levels, data cache
        return context.get_dummy_value()

    return types.void(array, types.intp), build


def _square_root_plain(a):
    return np.sqrt(a)


def _square_root(_, a):
    return a(a), lambda context, builder, signature, args: _call_llvm(builder, "llvm.sqrt", *args)


def _compiled_or_plain(plain: Any, compiled: Any) -> Any:
    return intrinsic(compiled) if _COMPILED else plain


#: width(flat): number of lanes for a flat array: 8 for float64, 16 for float32.
width = _compiled_or_plain(_width_plain, _width)
#: load(flat, at): the vector flat[at:at + width]; store(flat, at, value) writes it there.
load, store = _compiled_or_plain(_load_plain, _load), _compiled_or_plain(_store_plain, _store)
#: load_apart(flat, at, step): eight float64 from index `at` on, `step` apart.
load_apart = _compiled_or_plain(_load_apart_plain, _load_apart)
#: splat(value): a float64 vector with one value in every lane; splat_at(flat, at): the same of flat[at].
splat, splat_at = _compiled_or_plain(_splat_plain, _splat), _compiled_or_plain(_splat_at_plain, _splat_at)
#: broadcast(flat, value): a value in every lane, as a vector of the dtype of `flat`.
broadcast = _compiled_or_plain(_broadcast_plain, _broadcast)
#: multiply_add(a, b, c): a b + c, fused where the machine has the instruction.
multiply_add = _compiled_or_plain(_multiply_add_plain, _multiply_add)
#: select_greater(a, b, yes, no): yes where a > b, else no; lane by lane.
select_greater = _compiled_or_plain(_select_greater_plain, _select_greater)
#: greater_equal_mask(a, b): an int64 bit mask; bit i is set where a >= b in lane i, or where either is NaN.
greater_equal_mask = _compiled_or_plain(_greater_equal_mask_plain, _greater_equal_mask)
#: maximum(a, b), absolute(a): lane by lane.
maximum = _compiled_or_plain(_maximum_plain, _maximum)
absolute = _compiled_or_plain(_absolute_plain, _absolute)
#: reduce_max(a), reduce_sum(a): one float64, reduced in the same order on every machine.
reduce_max = _compiled_or_plain(_reduce_max_plain, _reduce_max)
reduce_sum = _compiled_or_plain(_reduce_sum_plain, _reduce_sum)
#: power_of_two(k): 2^k for integral float64 k in -1022..1023.
power_of_two = _compiled_or_plain(_power_of_two_plain, _power_of_two)
#: square_root(a): square root lane by lane.
square_root = _compiled_or_plain(_square_root_plain, _square_root)
#: prefetch(array, at): request the cache line of flat index `at` of a C-contiguous array.
prefetch = _compiled_or_plain(_prefetch_plain, _prefetch)


def _result_type(context: Any) -> Any:
    """Return the typing rule of the operators: two vectors of one type give a vector of that type."""
    return lambda a, b: a if isinstance(a, SimdType) and a == b else None


def _builder_method(name: str) -> Any:
    """Return a lowering that emits the instruction `name` in place, so that no function is compiled per operator."""
    return lambda context, builder, signature, args: getattr(builder, name)(*args)


if _COMPILED:
    for _operator, _name in (
        (operator.add, "fadd"),
        (operator.sub, "fsub"),
        (operator.mul, "fmul"),
        (operator.truediv, "fdiv"),
    ):
        type_callable(_operator)(_result_type)
        for _vector in (lanes, singles):
            lower_builtin(_operator, _vector, _vector)(_builder_method(_name))

# Adding this number rounds a float64 below 2^51 to an integer, which is then in the low bits of the sum.
_ROUNDING_SHIFT = 1.5 * 2.0**52
_LOG2_E = 1.0 / math.log(2.0)
# log 2 in two parts (Cody and Waite): the first has 32 bits, so that its product with k is exact.
_LN2_HIGH = 6.93147180369123816490e-01
_LN2_LOW = 1.90821492927058770002e-10


@njit(cache=True, nogil=True)
def exponential(a):
    """Compute exp(a) of each lane within 2 ulp, a in -708..709: exp(r) 2^k with r in [-log(2)/2, log(2)/2]."""
    magic = splat(_ROUNDING_SHIFT)
    k = (a * splat(_LOG2_E) + magic) - magic
    r = multiply_add(k, splat(-_LN2_LOW), multiply_add(k, splat(-_LN2_HIGH), a))
    # Taylor series of exp(r) to r^13/13!: the next term is below 5e-18 for these r.
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
    return s * power_of_two(k)

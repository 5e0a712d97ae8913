"""What sweeps ask of vectors beyond `kgdesk.kernels.lanes`: in a room apart, since no belief is made with it.

What the ranges of the beliefs are worth was measured with the sources of the beliefs' own rooms, `lanes` among them.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils

from kgdesk.kernels.lanes import _INDEX, _either, _intrinsic


def _prefetch_plain(array, at):
    """Ask for nothing: plain Python has no say in that."""


def _prefetch(_, array, at):
    def build(context, builder, signature, args):
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        place = builder.bitcast(builder.gep(data, [args[1]]), ir.IntType(8).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [place.type, _INDEX, _INDEX, _INDEX])
        call = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(call, [place, _INDEX(0), _INDEX(3), _INDEX(1)])
        return context.get_dummy_value()

    return types.void(array, types.intp), build


def _square_root_plain(a):
    return np.sqrt(a)


def _square_root(_, a):
    return a(a), lambda context, builder, signature, args: _intrinsic(builder, "llvm.sqrt", *args)


#: prefetch(array, at): number `at` of the memory of a C array will be read soon.
prefetch = _either(_prefetch_plain, _prefetch)
#: square_root(a): lane by lane.
square_root = _either(_square_root_plain, _square_root)

"""What a process of a rehearsal imports, for `forked`. No kernel is called: threads would not outlast a fork."""

from __future__ import annotations

import importlib

from kgdesk import kernels

kernels.configure_numba()
for _module in ("rehearsal.engine", *sorted(f"kernels.{name}" for name in set(kernels._WHERE.values()))):
    importlib.import_module(f"kgdesk.{_module}")

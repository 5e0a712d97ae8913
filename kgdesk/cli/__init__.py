"""The command line: one module for each group of commands, which call `kgdesk.actions` and print.

Exit status: 0 done, 1 refused with one sentence, 2 wrong usage, 3 busy, overtaken or away and nothing kept, 70 a bug.
"""

from kgdesk.cli.process import main

__all__ = ["main"]

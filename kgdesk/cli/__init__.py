"""The command line: one module for each group of commands, which call `kgdesk.actions` and print.

Exit status: 0 done; 1 refused with one sentence; 2 wrong usage; 3 nothing was kept and the command can be tried again,
because the study was busy or has changed meanwhile, or its server is away; 70 a bug.
"""

from kgdesk.cli.process import main, program

__all__ = ["main", "program"]

"""Entry point of ``python -m kgdesk``, the same as ``kgdesk``; also that of the frozen program."""

import multiprocessing

from kgdesk.cli import program

if __name__ == "__main__":
    multiprocessing.freeze_support()
    program()

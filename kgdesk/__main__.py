"""Entry point of ``python -m kgdesk``, the same as ``kgdesk``; also that of the frozen program."""

import multiprocessing
import sys

from kgdesk.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())

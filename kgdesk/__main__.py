"""``python -m kgdesk`` is the same as ``kgdesk``; the frozen program starts here as well."""

import multiprocessing
import sys

from kgdesk.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())

"""``python -m kgdesk`` is the same as ``kgdesk``."""

import sys

from kgdesk.cli import main

sys.exit(main())

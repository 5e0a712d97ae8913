"""Renames what old_names.md lists, and proves that nothing else was changed.

In place, in the repository of this file or in another working tree; or two commits compared, with exit code 1 where
they differ::

python tests/whole/rename/rename.py
python tests/whole/rename/rename.py --root FOLDER
python tests/whole/rename/rename.py --check OLD NEW
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rename_apply import main_apply
from rename_check import main_check

if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[3])
    parser.add_argument("--check", nargs=2, metavar=("OLD", "NEW"))
    options = parser.parse_args()
    sys.exit(main_check(options.root, *options.check) if options.check else main_apply(options.root))

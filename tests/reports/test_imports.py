"""A process that writes HTML imports no Qt."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def test_a_process_that_writes_html_never_imports_qt(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from kgdesk.actions import reports, sheets\n"
        "page = reports.Page('A study', (reports.Heading('Result'), reports.ReportTable((), (('a', 'b'),))))\n"
        "Path(sys.argv[1]).write_text(reports.html(page), encoding='utf-8')\n"
        "print(sorted(name for name in sys.modules if name.partition('.')[0] in {'PySide6', 'shiboken6'}))\n"
    )
    dest = tmp_path / "page.html"
    done = subprocess.run([sys.executable, "-c", code, str(dest)], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    assert "<h2>Result</h2>" in dest.read_text("utf-8")

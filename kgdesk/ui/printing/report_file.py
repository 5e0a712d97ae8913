"""Write a report from the command line or a script: with pictures where Qt is installed, else without them."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk.actions import reports
from kgdesk.errors import BadInput
from kgdesk.missing_libraries import is_qt_installed, missing_library
from kgdesk.text import phrase

if TYPE_CHECKING:
    import os

    from kgdesk.actions import Session


def write_report(
    session: Session, dest: str | os.PathLike[str], language: str = "en", *, overwrite: bool = False
) -> Path:
    """Write the report of a study, as `kgdesk.actions.reports.report`.

    Only an English report as HTML can do without Qt, which draws pictures and paper and translates.

    Raises
    ------
    BadInput
        There is no such language.
    KgdeskError
        Qt or a library of the system is missing; the message says what to install.
    """
    if language not in {"en", "de"}:
        raise BadInput(
            phrase("There is no language “{language}” for a report: choose en or de.", language=language)
        )
    if Path(dest).suffix.lower() == ".html" and language == "en" and not is_qt_installed():
        return reports.report(session, Path(dest), None, overwrite=overwrite)
    try:
        # Imported by name: where there is no Qt, this module can be imported.
        draw = import_module("kgdesk.ui.printing.report_pictures").ReportPictures(language)
        text_format = import_module("kgdesk.ui.text.translate").WindowTextFormat()
    except ImportError as cause:
        missing = missing_library(cause)
        if missing is None:
            raise
        raise missing from None
    return reports.report(session, Path(dest), draw, speech=text_format, overwrite=overwrite)

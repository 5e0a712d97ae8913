"""Installation check: numbers, disk and window on this computer, with a certificate that a lab can file."""

from __future__ import annotations

from kgdesk.actions.qualification.checks import qualify
from kgdesk.actions.qualification.findings import Finding, Report, certificate, finding_lines
from kgdesk.actions.qualification.machine_checks import write_until_stopped

__all__ = ["Finding", "Report", "certificate", "finding_lines", "qualify", "write_until_stopped"]

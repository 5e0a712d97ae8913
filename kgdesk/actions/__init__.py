"""Verbs: one function for each thing that a person can do, called alike by window, command line and scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.late import attach

if TYPE_CHECKING:
    from kgdesk.actions.archives import import_archive
    from kgdesk.actions.auditing import audit, export_audit
    from kgdesk.actions.certificates import certificate, is_current
    from kgdesk.actions.checking import Check, kernels_kept, verify, warm_up
    from kgdesk.actions.computer import compile_in_background, start_again
    from kgdesk.actions.drafts import Draft, draft_of, keep_draft, keep_setup, setup_left
    from kgdesk.actions.exporting import export, export_preview
    from kgdesk.actions.importing import Imported, import_outcomes
    from kgdesk.actions.opening import name_of, place_of
    from kgdesk.actions.qualification import qualify
    from kgdesk.actions.restoring import Restored, rescue_copy, restore, take_as_it_is
    from kgdesk.actions.safekeeping import (
        Safety,
        backup,
        backup_if_due,
        backup_of,
        backups_of,
        on_the_same_disk,
        safety,
        second_place,
        set_second_place,
    )
    from kgdesk.actions.samples import SAMPLES, open_sample, sample_path
    from kgdesk.actions.servers import init_server, studies_on, without_password
    from kgdesk.actions.session import Change, Session
    from kgdesk.actions.studies import (
        correct,
        create_study,
        effect_of_correction,
        exclude,
        finish,
        include,
        lock,
        note,
        open_study,
        record,
        reopen,
        set_barcode,
        set_location,
        sign_off,
        skip,
        start,
        start_together,
        take_back,
        unlock,
    )
    from kgdesk.actions.who import Who
else:
    __getattr__, __dir__, __all__ = attach(__name__)

"""Use cases: one function for each action of a user. The window, the command line and scripts call the same ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.startup import lazy_names

if TYPE_CHECKING:
    from kgdesk.actions.archives import import_archive
    from kgdesk.actions.audit_trail import audit, export_audit
    from kgdesk.actions.backups import (
        BackupStatus,
        backup,
        backup_if_due,
        backup_of,
        backup_status,
        backups_of,
        on_the_same_disk,
        second_place,
        set_second_place,
    )
    from kgdesk.actions.certificates import certificate, chance_certificate, is_current
    from kgdesk.actions.changes import Change
    from kgdesk.actions.exporting import export, export_preview, run_columns, setup_of
    from kgdesk.actions.importing import add_candidates, read_candidates, rows_of_table
    from kgdesk.actions.installation import self_test
    from kgdesk.actions.native_compile import compile_first, compile_in_background, kernels_kept, warm_up
    from kgdesk.actions.opening import name_of, place_of
    from kgdesk.actions.operator import Operator, user_name
    from kgdesk.actions.outbox import (
        OutboxContent,
        Sent,
        Waiting,
        export_waiting,
        in_words,
        outbox_content,
        send_waiting,
        set_aside_waiting,
        summary_of,
    )
    from kgdesk.actions.own_process import start_again
    from kgdesk.actions.recents import (
        MOST_RECENT,
        RecentStudy,
        keep_recent,
        move_recent,
        recent_studies,
        renew_recent,
    )
    from kgdesk.actions.recovery import (
        EntryDraft,
        Restored,
        load_draft,
        load_setup,
        restore,
        save_draft,
        save_setup,
        take_as_it_is,
    )
    from kgdesk.actions.results import (
        Imported,
        from_bytes,
        import_outcomes,
        plan_results,
        record_results,
        take_back_results,
        take_back_run,
        void_rest,
    )
    from kgdesk.actions.samples import SAMPLES, open_sample, sample_path
    from kgdesk.actions.server import (
        Patience,
        Repaired,
        init_server,
        repair_study,
        studies_on,
        without_password,
        without_secrets,
    )
    from kgdesk.actions.session import Session
    from kgdesk.actions.studies import (
        change_settings,
        claim_window,
        correct,
        correct_block,
        create_study,
        doubt_of_value,
        effect_of_correction,
        exclude,
        finish,
        include,
        note,
        open_in_window,
        open_study,
        record,
        redo,
        reopen,
        set_block,
        skip,
        start,
        start_together,
        stock_where,
        take_back,
    )
    from kgdesk.actions.time_estimates import suggestion_time
    from kgdesk.actions.unsettled_files import unsettled
    from kgdesk.actions.verification import Check, settle_fork, settled_forks, settled_in_words, verify
    from kgdesk.actions.worklists import make_worklist, plan_worklist
else:
    # The names above once more: those are for type checkers, these for the running program.
    __getattr__, __dir__, __all__ = lazy_names(
        __name__,
        {
            "archives": ("import_archive",),
            "audit_trail": ("audit", "export_audit"),
            "backups": (
                "BackupStatus",
                "backup",
                "backup_if_due",
                "backup_of",
                "backup_status",
                "backups_of",
                "on_the_same_disk",
                "second_place",
                "set_second_place",
            ),
            "certificates": ("certificate", "chance_certificate", "is_current"),
            "changes": ("Change",),
            "exporting": ("export", "export_preview", "run_columns", "setup_of"),
            "importing": ("add_candidates", "read_candidates", "rows_of_table"),
            "installation": ("self_test",),
            "native_compile": ("compile_first", "compile_in_background", "kernels_kept", "warm_up"),
            "opening": ("name_of", "place_of"),
            "operator": ("Operator", "user_name"),
            "outbox": (
                "OutboxContent",
                "Sent",
                "Waiting",
                "export_waiting",
                "in_words",
                "outbox_content",
                "send_waiting",
                "set_aside_waiting",
                "summary_of",
            ),
            "own_process": ("start_again",),
            "recents": (
                "MOST_RECENT",
                "RecentStudy",
                "keep_recent",
                "move_recent",
                "recent_studies",
                "renew_recent",
            ),
            "recovery": (
                "EntryDraft",
                "Restored",
                "load_draft",
                "load_setup",
                "restore",
                "save_draft",
                "save_setup",
                "take_as_it_is",
            ),
            "results": (
                "Imported",
                "from_bytes",
                "import_outcomes",
                "plan_results",
                "record_results",
                "take_back_results",
                "take_back_run",
                "void_rest",
            ),
            "samples": ("SAMPLES", "open_sample", "sample_path"),
            "server": (
                "Patience",
                "Repaired",
                "init_server",
                "repair_study",
                "studies_on",
                "without_password",
                "without_secrets",
            ),
            "session": ("Session",),
            "studies": (
                "change_settings",
                "claim_window",
                "correct",
                "correct_block",
                "create_study",
                "doubt_of_value",
                "effect_of_correction",
                "exclude",
                "finish",
                "include",
                "note",
                "open_in_window",
                "open_study",
                "record",
                "redo",
                "reopen",
                "set_block",
                "skip",
                "start",
                "start_together",
                "stock_where",
                "take_back",
            ),
            "time_estimates": ("suggestion_time",),
            "worklists": ("make_worklist", "plan_worklist"),
            "unsettled_files": ("unsettled",),
            "verification": ("Check", "settle_fork", "settled_forks", "settled_in_words", "verify"),
        },
    )

"""Tests that run nightly are listed by name, so that moving a test to the nightly run is a deliberate decision."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
#: Tests that run nightly, entirely or in a longer form.
NIGHTLY = {
    "actions/test_native_compile.py": {
        "test_a_compilation_that_was_cut_off_long_ago_is_begun_anew_and_the_folder_serves",
        "test_all_that_the_next_suggestion_needs_is_compiled_before_it_by_two_processes",
        "test_what_an_administrator_compiles_every_user_reads_whatever_the_umask",
    },
    "actions/test_self_test.py": {
        "test_a_display_that_does_not_answer_is_said_in_a_sentence",
        "test_a_plot_that_cannot_be_drawn_is_found_at_once_and_not_tried_again",
        "test_the_golden_values_are_those_of_40_digit_arithmetic",
    },
    "bench/test_benching.py": {
        "test_every_pair_of_ten_thousand_candidates_is_timed_with_10_15_and_30_attributes_for_each_belief",
        "test_growth_is_taken_from_ten_thousand_to_three_hundred_thousand_candidates_for_each_belief",
        "test_the_bench_times_every_part_and_prints_one_json_object",
    },
    "bench/test_peers.py": {
        "test_a_peer_plays_the_same_world_the_same_way_twice",
        "test_the_command_goes_on_where_it_stopped_and_scores_as_the_rehearsal_does",
    },
    "bench/test_plate_bench.py": {
        "test_outcomes_of_a_mangled_file_are_on_disk_when_the_clock_stops",
    },
    "bench/test_waits.py": {
        "test_a_session_records_its_outcomes_and_tells_every_wait",
        "test_a_start_reaches_the_window_before_the_suggestion_and_changes_nothing",
    },
    "campaigns/test_campaigns.py": {
        "test_a_campaign_of_faults_loses_nothing",
        "test_a_long_campaign_of_faults_loses_nothing",
    },
    "campaigns/test_every_crash_state.py": {
        "test_no_state_that_a_cut_may_leave_lacks_what_was_acknowledged",
    },
    "campaigns/test_store_mutants.py": {
        "test_each_fault_makes_a_test_fail",
    },
    "cli/test_calibrate_command.py": {
        "test_the_same_seed_writes_the_same_bytes_whatever_the_number_of_processes",
    },
    "cli/test_commands.py": {
        "test_a_command_about_runs_imports_no_tables",
    },
    "cli/test_every_verb.py": {
        "test_a_verb_on_a_full_disk_says_what_is_on_it",
        "test_a_verb_that_is_killed_has_said_nothing_that_is_not_on_disk",
        "test_a_verb_that_nobody_hears_is_done_all_the_same",
    },
    "cli/test_gesture_tokens.py": {
        "test_a_token_that_was_used_for_another_entry_is_refused",
    },
    "cli/test_interrupted.py": {
        "test_ctrl_c_ends_a_rehearsal_with_one_sentence",
    },
    "cli/test_refusals_of_tables.py": {
        "test_a_public_table_gives_a_suggestion_with_the_options_that_its_refusals_name",
    },
    "cli/test_rehearsals.py": {
        "test_a_killed_rehearsal_goes_on_from_its_finished_runs_and_prints_the_same",
        "test_the_paper_runs_on_its_ten_pools",
        "test_the_same_seed_writes_the_same_bytes_whatever_the_number_of_processes",
    },
    "cli/test_terms_command.py": {
        "test_a_study_with_averaged_terms_lives_like_any_other",
    },
    "cli/test_what_cannot_be_printed.py": {
        "test_a_character_that_the_terminal_lacks_is_escaped",
        "test_a_run_is_recorded_although_the_reader_has_gone",
        "test_a_run_is_recorded_with_streams_closed_and_refused_without_a_window",
        "test_help_is_printed_in_every_encoding",
    },
    "installer/test_packaging.py": {
        "test_a_deb_holds_the_program_its_menu_entry_and_its_declarations",
        "test_a_dry_run_tells_version_and_pins",
        "test_every_shell_script_can_be_read",
        "test_icons_are_drawn_in_the_forms_of_each_system",
        "test_the_archive_installs_upgrades_and_removes_without_leaving_anything",
        "test_the_archive_refuses_while_the_program_runs_and_without_a_home",
        "test_the_circle_of_every_system_is_round",
        "test_the_windows_installer_compiles_without_a_warning",
        "test_wheel_and_source_archive_are_the_same_the_second_time",
    },
    "kernels/test_kernel_baselines.py": {
        "test_rival_kernels_compiled_and_uncompiled_agree",
        "test_rival_scores_have_the_same_bits_with_any_number_of_threads",
    },
    "kernels/test_kernel_bounded_sweep.py": {
        "test_a_family_that_was_given_up_leaves_no_gap",
        "test_a_narrower_machine_and_fewer_threads_give_the_same_choices",
    },
    "kernels/test_kernel_cache.py": {
        "test_a_damaged_file_of_an_open_folder_costs_a_compilation_and_nothing_else",
        "test_a_folder_that_goes_away_in_mid_work_stops_nothing",
        "test_a_kernel_that_a_sealed_folder_lacks_is_compiled_and_the_folder_never_written",
        "test_a_shipped_folder_serves_from_wherever_it_is_moved_to",
        "test_a_sweep_compiles_each_function_for_one_type_of_index_and_none_for_an_operator",
        "test_an_open_folder_serves_the_next_start",
        "test_functions_of_others_keep_numbas_own_cache",
        "test_kernels_for_this_processor_go_before_shipped_ones_and_give_the_same_bits",
        "test_of_what_a_killed_process_compiled_only_the_last_is_compiled_again",
        "test_what_two_processes_compile_at_once_serves_the_next_start",
    },
    "kernels/test_kernel_counts.py": {
        "test_every_count_is_that_of_40_digits",
    },
    "kernels/test_kernel_evidence.py": {
        "test_the_evidence_of_many_weights_is_that_of_weighted_draws",
        "test_the_evidence_of_two_weights_is_that_of_a_fine_grid",
    },
    "kernels/test_kernel_expectation_propagation.py": {
        "test_the_fit_is_that_of_an_independent_dense_one",
    },
    "kernels/test_kernel_logistic.py": {
        "test_the_moments_that_are_kept_are_those_that_are_worked_out",
        "test_the_reference_stands_when_its_panels_are_halved_and_against_adaptive_quadrature",
    },
    "kernels/test_kernel_maxima.py": {
        "test_another_number_of_threads_gives_the_same_bits",
    },
    "kernels/test_kernel_mixture.py": {
        "test_no_probability_is_further_from_the_papers_form_than_the_search_allows",
    },
    "kernels/test_kernel_simd.py": {
        "test_all_this_holds_uncompiled",
    },
    "kernels/test_kernel_sweep.py": {
        "test_what_float32_cannot_tell_apart_is_told_apart_in_float64",
    },
    "kernels/test_kernel_threading.py": {
        "test_a_forked_process_calculates_or_says_why_not",
        "test_a_layer_that_a_person_names_is_taken",
        "test_the_threads_of_two_callers_wait_for_each_other",
        "test_two_threads_may_ask_at_once_under_every_threading_layer",
    },
    "kernels/test_kernel_update.py": {
        "test_a_covariance_survives_many_steps_symmetric_and_definite",
    },
    "kernels/test_kernel_ways_of_running.py": {
        "test_a_kernel_that_calls_a_parallel_one_may_come_first_from_the_cache",
        "test_the_oracle_tests_hold_uncompiled",
    },
    "model/advice/test_batches.py": {
        "test_batches_after_a_third_of_the_runs_are_nearly_the_best_of_two_hundred_small_pools",
        "test_batches_of_three_are_nearly_the_best_of_two_hundred_small_pools",
    },
    "model/advice/test_prequential.py": {
        "test_at_most_one_of_20_studies_is_warned_under_the_default_belief_and_its_own_choices",
    },
    "model/beliefs/test_belief_exact_posterior.py": {
        "test_probabilities_are_within_0_03_of_the_exact_posterior_and_within_0_005_on_average",
    },
    "model/beliefs/test_checked_rows.py": {
        "test_rows_that_are_checked_once_give_the_bits_of_their_array",
    },
    "model/beliefs/test_values.py": {
        "test_chances_agree_with_long_draws_from_the_exact_posterior",
    },
    "model/policies/test_policies.py": {
        "test_random_takes_every_row_alike",
        "test_thompson_draws_have_the_moments_of_the_belief",
        "test_thompson_takes_each_row_as_often_as_it_is_the_best",
        "test_top_two_takes_another_row_than_the_best_half_the_time",
    },
    "model/policies/test_policies_in_a_study.py": {
        "test_scores_have_the_same_bits_with_any_number_of_threads",
    },
    "model/policies/test_repeated_measurements.py": {
        "test_values_and_choice_in_random_states_are_those_of_every_pair",
        "test_values_and_choice_in_ten_thousand_random_states_are_those_of_every_pair",
    },
    "model/study/test_learning_from_a_study.py": {
        "test_a_rehearsal_draws_truths_and_plays_from_the_same_prior",
    },
    "model/study/test_once_only_studies.py": {
        "test_a_thousand_studies_at_random_never_repeat_and_keep_their_limits",
    },
    "model/study/test_study.py": {
        "test_a_hundred_thousand_outcomes_fold_in_order_or_not",
    },
    "rehearsal/test_calibration.py": {
        "test_processes_give_the_replicates_that_one_process_gives_in_order",
        "test_ranges_of_the_default_belief_cover_what_those_of_the_exact_posterior_cover",
    },
    "rehearsal/test_cluster.py": {
        "test_a_rehearsal_that_is_stopped_leaves_the_cluster_at_once_and_ready_for_the_next",
        "test_a_scheduler_that_ends_is_told_from_workers_that_do",
        "test_a_worker_that_comes_late_plays_all_the_same",
        "test_a_worker_with_another_version_is_named",
        "test_a_worker_without_kgdesk_is_told_to_install_it",
        "test_leaving_half_way_takes_the_rest_back_from_the_cluster",
        "test_the_runs_of_a_worker_that_is_killed_are_played_by_the_others",
        "test_waiting_for_a_first_worker_can_be_stopped",
        "test_when_no_worker_is_left_it_is_said_in_one_sentence",
        "test_without_dask_a_scheduler_is_refused_and_everything_else_works",
    },
    "rehearsal/test_importance_sampling.py": {
        "test_probabilities_are_those_of_quadrature_within_their_own_standard_error",
        "test_shares_below_a_point_are_those_of_quadrature",
    },
    "rehearsal/test_kept_runs.py": {
        "test_a_rehearsal_goes_on_from_what_is_damaged_with_the_same_bits",
    },
    "rehearsal/test_online.py": {
        "test_the_online_form_earns_more_on_the_way_and_chooses_worse_in_the_end",
    },
    "rehearsal/test_replays.py": {
        "test_python_replays_the_outcomes_of_a_pool_in_processes",
    },
    "rehearsal/test_stopping_evaluation.py": {
        "test_rules_are_reported_alike_whatever_the_number_of_processes",
        "test_what_is_left_at_stake_is_what_is_lost_on_average",
    },
    "rehearsal/test_terms_rehearsed.py": {
        "test_every_policy_plays_with_averaged_terms",
    },
    "store/postgres/test_server_integrity.py": {
        "test_a_row_without_sense_is_set_aside_by_everybody_and_the_study_goes_on",
    },
    "store/postgres/test_server_patience.py": {
        "test_a_backend_that_is_stopped_does_not_hold_a_gesture",
        "test_a_reading_that_stops_half_way_ends_and_a_slow_one_that_goes_on_does_not",
        "test_a_station_frozen_between_lock_and_commit_holds_nobody_for_long",
        "test_opening_a_silent_server_ends",
    },
    "store/test_on_nfs.py": {
        "test_on_nfs_nothing_waits_and_studies_in_files_work_as_ever",
    },
    "store/test_store_crash.py": {
        "test_a_writer_killed_at_each_step_of_a_commit_leaves_all_or_nothing",
        "test_a_writer_that_is_killed_loses_nothing_that_was_acknowledged",
        "test_what_a_killed_writer_leaves_at_any_step_is_rolled_back_for_a_reader",
    },
    "store/test_store_damage.py": {
        "test_a_hundred_thousand_events_are_verified_at_open",
    },
    "store/test_user_database.py": {
        "test_four_programs_lose_and_double_nothing",
        "test_half_a_surrogate_or_nul_in_the_file_is_no_fault",
    },
    "tables/test_reading.py": {
        "test_a_table_with_too_many_headings_is_refused_before_it_is_split",
        "test_an_endless_line_is_refused_before_it_is_read",
        "test_the_preview_of_many_rows_shows_200_and_describes_each_column",
    },
    "test_headless.py": {
        "test_a_command_that_draws_nothing_works",
        "test_a_command_that_draws_says_in_one_sentence_what_to_install",
    },
    "test_missing_libraries.py": {
        "test_a_command_that_draws_names_the_missing_library_and_the_packages",
        "test_a_window_without_a_plugin_for_the_screen_is_refused_before_qt_aborts",
        "test_where_there_is_no_font_nothing_is_drawn_and_the_package_is_named",
    },
    "ui/dialogs/test_help_window.py": {
        "test_every_link_to_a_section_scrolls_to_its_heading",
    },
    "ui/entry/test_day_in_the_lab.py": {
        "test_a_day_without_a_mouse_shows_where_the_keyboard_is_at_every_step",
    },
    "ui/entry/test_entry_recording.py": {
        "test_enter_after_any_printable_key_records_nothing",
    },
    "ui/entry/test_instrument_panel.py": {
        "test_every_text_of_the_confirmation_fits_its_two_lines",
        "test_in_large_text_the_entry_never_scrolls_and_the_code_is_whole_at_first",
        "test_the_entry_stands_at_equal_pixels_in_fifty_random_states",
        "test_where_not_all_attributes_are_shown_the_card_says_so",
    },
    "ui/entry/test_two_faces.py": {
        "test_a_code_scanned_into_the_value_is_a_scan",
        "test_a_key_of_the_other_outcome_arms_nothing",
        "test_a_limit_below_which_nothing_was_found_is_recorded",
        "test_a_limit_on_either_side_is_recorded_as_undecided",
        "test_a_person_who_knows_the_side_of_a_limit_says_so",
        "test_a_scan_after_a_value_was_armed_records_nothing",
        "test_a_value_takes_enter_and_a_click",
        "test_a_value_takes_enter_twice",
        "test_a_value_that_the_checks_would_call_mistyped_is_asked_about_once_and_a_true_one_never",
        "test_a_value_typed_for_one_candidate_is_never_that_of_another",
        "test_after_a_batch_the_strip_says_what_was_started_though_an_outcome_was_armed",
        "test_after_a_file_of_results_the_strip_says_how_many_though_an_outcome_was_armed",
        "test_an_entry_of_somebody_else_disarms_and_says_so",
        "test_an_outcome_takes_a_scan_and_two_keys_on_either_face",
        "test_an_outcome_takes_two_clicks_on_either_face",
        "test_an_outcome_takes_two_keys_on_either_face",
        "test_an_outcome_without_a_value_is_recorded_by_its_key",
        "test_attributes_stand_in_the_order_of_the_table_at_the_same_spot_for_every_candidate",
        "test_changing_the_face_disarms_and_records_nothing",
        "test_control_y_redoes_what_control_z_took_back",
        "test_control_z_undoes_the_entry_and_not_a_letter_of_the_scan_field",
        "test_layouts_hold_with_another_face_as_the_one_of_the_system",
        "test_nothing_is_cut_and_nothing_scrolls_sideways",
        "test_redo_is_hidden_where_nothing_can_be_redone",
        "test_start_stands_beside_skip_and_the_outcome_comes_later",
        "test_the_hint_in_the_field_for_the_value_is_whole_on_both_faces",
        "test_the_side_of_the_threshold_shows_as_typed",
        "test_the_strip_names_the_newest_entry_with_undo",
        "test_the_strip_says_nothing_of_the_gesture_before_a_later_change",
        "test_undo_and_redo_by_the_mouse",
        "test_void_stands_beside_the_value",
    },
    "ui/entry/test_wrong_hands.py": {
        "test_no_run_is_recorded_without_its_two_steps_and_nothing_is_left_running",
    },
    "ui/home/test_new_study_forms.py": {
        "test_a_clean_table_takes_a_drop_and_two_clicks",
        "test_a_clean_table_takes_four_keys_and_its_path",
        "test_a_table_of_a_laboratory_takes_a_drop_and_three_clicks",
    },
    "ui/home/test_program.py": {
        "test_a_picture_is_saved_without_a_screen",
    },
    "ui/new_study/test_laboratory_exports_in_the_window.py": {
        "test_an_export_becomes_in_the_window_what_it_becomes_at_the_command_line",
    },
    "ui/new_study/test_small_tables_in_the_window.py": {
        "test_a_small_table_becomes_a_study_by_a_drop_and_one_answer_to_each_question",
    },
    "ui/new_study/test_tables_of_laboratories.py": {
        "test_a_public_table_takes_a_drop_and_one_answer_for_each_question",
        "test_all_nine_columns_of_a_lab_export_are_visible_at_once",
    },
    "ui/new_study/test_wizard.py": {
        "test_many_rows_are_read_once_and_beside_the_window",
    },
    "ui/new_study/test_wizard_knowledge.py": {
        "test_the_password_of_a_server_is_neither_kept_for_the_next_start_nor_shown_in_a_refusal",
    },
    "ui/new_study/test_wizard_room.py": {
        "test_no_words_of_the_home_screen_are_cut",
        "test_no_words_of_the_wizard_are_cut",
    },
    "ui/new_study/test_wizard_untidy.py": {
        "test_a_mostly_blank_or_yes_no_column_is_asked_about_before_it_is_an_attribute",
    },
    "ui/pages/test_decide.py": {
        "test_no_card_is_wider_than_the_tab",
    },
    "ui/pages/test_explore.py": {
        "test_slices_stand_five_in_a_row_or_in_rows_of_about_equal_length",
    },
    "ui/pages/test_odd_studies.py": {
        "test_every_picture_shows_something_or_says_why_not",
    },
    "ui/plots/test_colour_blind.py": {
        "test_marks_stand_out_and_stay_apart_in_every_simulation",
    },
    "ui/plots/test_every_card.py": {
        "test_a_change_of_font_is_followed",
        "test_a_discarded_card_leaves_no_widget_behind_even_before_garbage_is_collected",
        "test_a_hidden_card_keeps_the_data_and_draws_only_the_last_when_shown",
        "test_a_tool_tip_is_made_when_the_mouse_rests_on_the_plot",
        "test_another_language_with_longer_words_is_taken_over_and_not_clipped",
        "test_every_item_of_the_plot_changes_its_colours_with_the_palette",
        "test_in_a_low_stack_no_text_of_a_card_is_drawn_over_its_plot",
        "test_no_label_of_an_axis_is_cut_off_and_a_long_axis_has_all_of_it",
        "test_no_text_around_the_figure_is_clipped",
        "test_the_table_twin_follows_new_data_while_it_is_shown",
        "test_two_cards_side_by_side_fit_760_pixels",
    },
    "ui/plots/test_qt_binding.py": {
        "test_the_binding_survives_many_void_calls_emissions_and_redraws",
    },
    "ui/plots/test_row_and_run_cards.py": {
        "test_no_name_of_a_best_candidate_crosses_the_curve_or_another_name",
    },
    "ui/printing/test_report_pages.py": {
        "test_a_hash_is_wrapped_between_two_letters_that_the_face_joins",
        "test_a_long_table_is_divided_at_the_end_of_a_sheet_into_parts_of_equal_columns",
        "test_an_average_has_a_row_for_each_attribute_and_one_for_each_term",
        "test_dates_stand_on_one_line_in_the_language_and_pages_are_numbered",
        "test_every_effect_and_every_run_is_on_paper_and_nothing_of_the_inside_is",
        "test_every_table_keeps_within_the_margins_whole_words_and_two_rows_together",
        "test_no_heading_paragraph_or_picture_of_the_page_is_missing_on_paper",
        "test_no_table_is_split_after_one_row",
        "test_single_terms_are_a_table_that_a_browser_folds_and_that_fits_on_paper",
        "test_the_effects_on_paper_and_in_html_are_those_of_the_screen_row_by_row",
    },
    "ui/printing/test_report_pdf.py": {
        "test_a_report_of_forty_attributes_with_averaged_terms_says_what_it_leaves_out",
    },
    "ui/printing/test_run_sheet_pdf.py": {
        "test_a_scanner_reads_every_label_where_the_sheet_has_it",
    },
    "ui/session/test_study_controller.py": {
        "test_a_long_sweep_ends_when_nobody_waits_for_it",
    },
    "ui/test_gallery_asked.py": {
        "test_help_and_words_that_are_not_known_draw_nothing",
        "test_one_command_draws_each_kind_of_plot_in_the_colours_of_three_deficiencies",
    },
    "ui/text/test_languages.py": {
        "test_no_word_of_a_low_window_is_cut_or_left_in_english",
        "test_no_word_of_home_and_wizard_is_cut_or_left_in_english",
        "test_no_word_of_the_main_window_and_its_dialogs_is_cut_or_left_in_english",
        "test_the_way_to_take_the_last_entry_back_is_not_cut",
    },
    "ui/window/test_accessibility_walk.py": {
        "test_home_and_every_page_of_a_new_study_are_named_readable_and_large_enough",
        "test_the_window_is_named_readable_and_large_enough_and_the_keyboard_reaches_all_of_it",
    },
    "ui/window/test_history_banner.py": {
        "test_every_tab_stands_under_the_banner_and_escape_leads_back_from_each",
    },
    "ui/window/test_hostile_window.py": {
        "test_every_page_of_the_window_shows_text_as_it_is",
    },
    "ui/window/test_lab_window.py": {
        "test_no_dialog_of_a_lab_day_is_clipped",
        "test_no_state_of_a_lab_day_is_clipped",
    },
    "ui/window/test_main_job_window.py": {
        "test_runs_of_a_real_table_through_the_window",
    },
    "ui/window/test_main_window.py": {
        "test_alt_and_a_digit_show_each_tab",
        "test_nothing_is_clipped",
    },
    "ui/window/test_no_flash.py": {
        "test_a_figure_without_a_drawing_is_not_black",
        "test_a_picture_that_waits_for_its_turn_to_be_drawn_has_the_ground_of_its_card",
        "test_a_study_with_100_000_candidates_never_says_that_there_are_none",
        "test_no_other_window_is_shown_while_the_window_and_its_pages_are_made",
    },
    "ui/window/test_one_value.py": {
        "test_every_place_says_the_same_number_with_the_same_condition",
    },
    "ui/window/test_second_round.py": {
        "test_a_scan_is_caught_in_every_tab_and_opens_nothing",
        "test_home_fits_a_screen_at_every_scale",
    },
    "ui/window/test_tasks.py": {
        "test_the_tasks_of_a_day_take_few_keys_and_clicks_and_nothing_is_cut",
    },
    "ui/window/test_text_size_there_and_back.py": {
        "test_axes_and_rows_have_their_size_again",
    },
    "ui/window/test_threshold_in_the_window.py": {
        "test_what_is_no_other_number_changes_nothing",
    },
    "ui/window/test_two_clicks.py": {
        "test_the_answer_is_on_the_screen_within_two_clicks",
    },
    "ui/window/test_words_and_mnemonics.py": {
        "test_every_menu_of_a_plot_and_of_its_table_has_a_mnemonic_of_its_own_for_each_entry",
        "test_every_mnemonic_is_the_only_one_of_its_letter_in_every_state",
        "test_percentage_points_are_written_out_at_the_first_mention_on_every_page",
    },
    "whole/test_day_with_plates.py": {
        "test_a_day_of_96_wells_by_pipes_with_a_mangled_file",
    },
    "whole/test_main_job.py": {
        "test_any_number_of_threads_gives_the_same_bits",
        "test_many_rounds_on_each_real_table",
        "test_the_same_day_with_a_process_for_each_command",
    },
    "whole/test_readme.py": {
        "test_a_day_at_the_command_line_runs_as_it_stands",
        "test_the_block_about_beliefs_runs",
        "test_the_campaign_for_python_runs_in_at_most_ten_lines",
        "test_the_five_lines_follow_the_suggestion",
        "test_the_lines_about_a_server_run_on_one",
        "test_the_loop_of_a_robot_survives_a_kill_before_every_line_of_it",
        "test_the_rehearsals_run_with_fewer_runs",
    },
    "whole/test_real_window.py": {
        "test_a_scan_in_the_timeline_opens_no_run_and_is_caught_by_the_entry",
        "test_a_second_start_hands_its_study_to_the_window_that_is_open_and_ends",
        "test_an_entry_is_corrected_by_nine_keys_at_most",
        "test_an_entry_is_corrected_by_six_clicks_at_most",
        "test_clicks_lead_through_the_new_study_too",
        "test_four_keys_and_a_path_make_a_study_of_a_table",
        "test_the_last_entry_is_taken_back_by_one_key_and_stays_in_the_record",
        "test_the_runs_are_exported_by_two_keys_or_three_clicks",
        "test_two_clicks_record_an_outcome",
        "test_two_keys_record_an_outcome_that_a_power_cut_does_not_take_away",
        "test_what_is_no_deliberate_second_step_records_nothing",
    },
    "whole/test_site.py": {
        "test_the_code_of_a_notebook_runs",
        "test_the_site_builds_without_a_warning_and_every_link_in_it_resolves",
    },
    "whole/test_truth.py": {
        "test_nothing_false_is_said_of_studies_with_averaged_terms_and_knowledge_of",
        "test_nothing_false_is_said_of_a_thousand_states_of_studies_at_random",
    },
    "whole/test_truth_mutants.py": {
        "test_a_fault_that_is_put_back_is_met_within_the_states_of_every_change",
    },
}


#: What marks a test or a parameter; the functions are those of `tests/seldom.py`.
MARKS = ("mark.nightly", "mark.campaign", "seldom(", "daily(")


def marked(path: Path) -> set[str]:
    """Return the tests of a file that have the marker, for all or some parameters."""
    text = path.read_text(encoding="utf-8")
    marks = [mark for mark in MARKS if mark in text]
    if not marks:
        return set()
    tree = ast.parse(text)
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(mark in ast.unparse(node.value) for mark in MARKS):
            marks += [name.id for name in node.targets if isinstance(name, ast.Name)]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    direct = {f.name for f in functions if any(m in ast.unparse(d) for d in f.decorator_list for m in marks)}
    tests = {f.name for f in functions if f.name.startswith("test_")}
    found: set[str] = set()
    while direct - found:  # a test is marked, too, if a fixture of it has a marked parameter
        found |= direct
        direct = {f.name for f in functions if any(argument.arg in found for argument in f.args.args)}
    return tests if "pytestmark" in marks else tests & found


def test_what_runs_nightly_is_named_here() -> None:
    files = {path.relative_to(TESTS).as_posix(): marked(path) for path in sorted(TESTS.rglob("test_*.py"))}
    del files[Path(__file__).relative_to(TESTS).as_posix()]
    assert {name: tests for name, tests in files.items() if tests} == NIGHTLY


#: Selects tests, and which of the two are expected.
SELECTIONS: list[tuple[list[str], set[str]]] = [
    ([], {"6_states"}),
    (["-m", "nightly"], {"a_thousand_states"}),
    (["-m", ""], {"6_states", "a_thousand_states"}),
]


def test_tests_of_the_night_are_left_out_unless_they_are_asked_for() -> None:
    """One process for all selections: nearly all of its time goes into imports."""
    code = f"""
import pytest
for words in {[words for words, _ in SELECTIONS]}:
    print("begin", flush=True)
    words = ["--collect-only", "-q", "-p", "no:cacheprovider", *words, "tests/whole/test_truth.py"]
    assert pytest.main(words) == 0
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=TESTS.parent, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    answers = done.stdout.split("begin\n")[1:]
    assert len(answers) == len(SELECTIONS)
    for (words, expected), answer in zip(SELECTIONS, answers, strict=True):
        collected = {word for word in ("6_states", "a_thousand_states") if word in answer}
        assert collected == expected, (words, answer)

"""Attacks that other files of tests have; none is tried twice."""

import re

from conftest import ROOT

ELSEWHERE = [
    # config on the command line
    "test_config",
    "test_snakemake_and_a_misspelt_name",
    # Criteo contents
    "test_criteo",
    "test_a_gzip_cut_off_anywhere_or_with_more_behind_it_is_refused",
    "test_other_members_than_expected_are_refused",
    "test_no_member_is_written_anywhere",
    "test_a_bomb_is_refused_in_little_memory",
    "test_what_does_not_fit_the_schema",
    "test_a_file_that_is_cut_off_and_a_folder_without_parts",
    "test_each_contradiction_is_counted_and_logged",
    # Criteo paths, swap
    "test_another_criteo_file_with_an_older_time",
    "test_a_killed_download_goes_on_from_its_part",
    # where the project lies, git
    "test_a_folder_of_any_name",
    "test_the_commit_is_not_that_of_a_repository_around",
    "test_a_commit_in_the_environment_is_that_of_these_sources",
    # environment, limits
    "test_files_beside_it_and_variables_of_the_user",
    "test_a_full_disk_is_named_and_with_room_made_the_run_goes_on",
    "test_a_clock_that_jumps",
    # module, directory, read-only, targets
    "test_a_module_of_another_workflow",
    "test_a_module_with_a_prefix_is_refused",
    "test_a_working_directory_elsewhere",
    "test_a_target_that_nothing_makes",
    "test_read_only_figures_are_refused_before_any_job",
    # YAML texts, names
    "test_paper",
    "test_a_paper_has_a_plain_name",
    "test_a_paper_has_no_name_of_the_workflow",
    "test_a_label_is_shown_as_it_is_written",
    # results tampered or stale, signals
    "test_a_manipulation_is_found",
    "test_a_footer_that_is_not_of_the_plan_is_found",
    "test_stale_results_are_refused",
    "test_a_damaged_result_is_refused_and_made_anew",
    "test_killed_at_many_moments_and_resumed_gives_the_same_bytes",
    "test_a_second_snakemake_refuses_and_the_first_finishes",
]


def test_what_is_named_is_there():
    files = (ROOT / "tests").glob("test_*.py")
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    found = re.findall(r"^def (test_\w+)", text, re.M)
    assert {name: found.count(name) for name in ELSEWHERE} == dict.fromkeys(ELSEWHERE, 1)

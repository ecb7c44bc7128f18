"""Attacks that other files of tests have, by group; none is tried twice."""

import re

import pytest

from conftest import ROOT

ELSEWHERE = {
    "config on the command line": {
        "53 faults in config.yaml": "test_config",
        "an unknown paper, a key, for real": "test_snakemake_and_a_misspelt_name",
    },
    "Criteo contents": {
        "45 faults in the text": "test_criteo",
        "gzip cut off anywhere; what follows": (
            "test_a_gzip_cut_off_anywhere_or_with_more_behind_it_is_refused"
        ),
        "members outside of a zip, other members": "test_other_members_than_expected_are_refused",
        "links in a zip": "test_no_member_is_written_anywhere",
        "bombs": "test_a_bomb_is_refused_in_little_memory",
        "other columns in Parquet": "test_what_does_not_fit_the_schema",
        "Parquet cut off; a folder without Parquet": (
            "test_a_file_that_is_cut_off_and_a_folder_without_parts"
        ),
        "rows that contradict themselves": "test_each_contradiction_is_counted_and_logged",
    },
    "Criteo paths, swap": {
        "a name like an option; an older file": "test_another_criteo_file_with_an_older_time",
        "a download that is killed": "test_a_killed_download_goes_on_from_its_part",
    },
    "where the project lies, git": {
        "five odd folders": "test_a_folder_of_any_name",
        "a repository around it": "test_the_commit_is_not_that_of_a_repository_around",
        "a commit in the environment": "test_a_commit_in_the_environment_is_that_of_these_sources",
    },
    "environment, limits": {
        "random.py, matplotlibrc, a commit": "test_files_beside_it_and_variables_of_the_user",
        "no disk left": "test_a_full_disk_is_named_and_with_room_made_the_run_goes_on",
        "clocks": "test_a_clock_that_jumps",
    },
    "module, directory, read-only, targets": {
        "a module": "test_a_module_of_another_workflow",
        "a module with a prefix": "test_a_module_with_a_prefix_is_refused",
        "another directory": "test_a_working_directory_elsewhere",
        "targets that nothing makes": "test_a_target_that_nothing_makes",
        "read-only figures": "test_read_only_figures_are_refused_before_any_job",
    },
    "YAML texts, names": {
        "110 faults in a paper's YAML": "test_paper",
        "names of papers": "test_a_paper_has_a_plain_name",
        "names of the workflow": "test_a_paper_has_no_name_of_the_workflow",
        "labels": "test_a_label_is_shown_as_it_is_written",
    },
    "results tampered or stale, signals": {
        "38 manipulations, found by verify": "test_a_manipulation_is_found",
        "14 footers, found by verify": "test_a_footer_that_is_not_of_the_plan_is_found",
        "results of another configuration": "test_stale_results_are_refused",
        "damaged bytes": "test_a_damaged_result_is_refused_and_made_anew",
        "SIGKILL": "test_killed_at_many_moments_and_resumed_gives_the_same_bytes",
        "two at a time": "test_a_second_snakemake_refuses_and_the_first_finishes",
    },
}


@pytest.fixture(scope="module")
def tests():
    files = (ROOT / "tests").glob("test_*.py")
    return re.findall(r"^def (test_\w+)", "\n".join(path.read_text() for path in files), re.M)


@pytest.mark.parametrize("group", ELSEWHERE)
def test_what_is_named_is_there(group, tests):
    for name in ELSEWHERE[group].values():
        assert tests.count(name) == 1, name

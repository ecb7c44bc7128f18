import json

import pytest

from delayed_bandits.experiments.delay_tables import read_log_table
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.tables import read_footer
from logs import clicks
from projects import QUICKLY, edited, errors, make_project, snakemake

pytestmark = pytest.mark.workflow

TABLE = "results/regret/tiny.csv"
RUN = "results/runs/tiny/*/short/first_arm/0-6.parquet"
DISTRIBUTION = "delay: {distribution: geometric, mean: 5}"
LOG = "{file: late log.csv, columns: {click_time: clicked}, never: 0}"
PAPER = "workflow/papers/tiny.yaml"


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    project = make_project(tmp_path_factory.mktemp("log") / "project", log=LOG)
    table = clicks(600).rename(columns={"click_time": "clicked"})
    table.fillna({"conversion_time": 0}).to_csv(project / "late log.csv", index=False)
    slow = "delay: {distribution: log, scale: 1.0e-4, arm: slow}"
    with edited(project / PAPER, DISTRIBUTION, slow):
        yield project


def test_runs_have_the_delays_of_the_log(project):
    snakemake(project, *QUICKLY, TABLE, "results/log/index.html")
    (run,) = project.glob(RUN)
    footer = read_footer(run)
    provenance, _ = read_log_table(project / "results/log/delays.parquet")
    assert footer["log"] == provenance
    assert footer["criteo"] is None
    reading = "numbers in seconds, click_time is clicked, 0 is no conversion"
    assert provenance.startswith(f"log, {reading}, sha256 ")
    specification = Specification(**footer["specification"])
    assert specification.uses_log
    assert json.dumps(footer["specification"]["trace"]["delay"]).count("slow") == 1
    snakemake(project, "--cores", "1", "--dry-run", TABLE)


def test_arm_missing_from_the_log_is_refused_in_one_line(project):
    with edited(project / PAPER, "arm: slow", "arm: slw"):
        printed = snakemake(project, *QUICKLY, TABLE, status=1)
    assert "error: delay distribution 'log': arm is 'slw'. Did you mean 'slow'?" in errors(printed)


def test_missing_log_is_refused_only_where_needed(tmp_path):
    project = make_project(tmp_path / "project")
    text = (project / PAPER).read_text(encoding="utf-8")
    text = text.replace(DISTRIBUTION, "delay: {distribution: log, scale: 1.0e-4}", 1)
    figure = "  other: {draw: regret, settings: [criteo], caption: Of Criteo's delays.}\n"
    (project / PAPER).write_text(text + figure, encoding="utf-8")
    line = (
        "error: tiny.yaml: settings.short.trace: delay distribution 'log': no log was given. Give "
        "one: log: FILE in config.yaml"
    )
    for target in ((), ("tiny",), ("figures/tiny/regret.png",), ("results/report.html",)):
        printed = snakemake(project, "--cores", "1", "--dry-run", *target, status=1)
        assert errors(printed) == [line]
    for target in ("figures/tiny/other.png", "results/criteo/fits.csv"):
        snakemake(project, "--cores", "1", "--dry-run", target)
    snakemake(project, "--list-rules")

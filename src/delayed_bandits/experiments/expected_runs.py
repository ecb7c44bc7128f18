"""What results should have been made of, for the steps that read them."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments.delay_sources import CRITEO_SOURCES, log_options, reading_of
from delayed_bandits.experiments.expected import Expected
from delayed_bandits.experiments.experiment import Paper, load_papers
from delayed_bandits.experiments.simulation import digest_of_sources
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.sources import PACKAGE


def expected_of(
    config: Mapping[str, Any],
    paper: Paper | None,
    runs: Iterable[Specification],
    *,
    delays: bool = False,
) -> dict[str, Any]:
    """Collect the arguments of `Expected`, as JSON has them, for runs of a paper.

    `delays` says that the Criteo delays are used even if none of the runs uses them.
    """
    runs = list(runs)
    used = delays or any(run.uses_criteo for run in runs)
    return {
        "paper": paper.name if paper else "",
        "scale": config["scale"],
        "master_seed": config["master_seed"],
        "criteo": origin_in(config) if used else "",
        **({"log": log_origin_in(config)} if any(run.uses_log for run in runs) else {}),
        "runs": {
            f"{run.setting}/{run.algorithm}": [
                paper.seeds[run.setting],
                paper.sizes[run.setting, run.algorithm],
                paper.digests[run.setting, run.algorithm],
                digest_of_sources(run.module),
            ]
            for run in runs
        },
    }


def expected_of_paper(config: Mapping[str, Any], paper: Paper) -> dict[str, Any]:
    """Collect the arguments of `Expected` for all runs of a paper, with their specifications."""

    def planned(_: Expected, setting: str, algorithm: str) -> dict[str, Any]:
        return asdict(paper.runs[setting, algorithm])

    return {**expected_of(config, paper, paper.runs.values(), delays=True), "planned": planned}


def origin_in(config: Mapping[str, Any]) -> str:
    """Give what the origin of the Criteo delays starts with, by the config."""
    source = config["criteo"] if config["criteo"] in CRITEO_SOURCES else "local"
    return f"{source}, touch {config['touch']}, "


def log_origin_in(config: Mapping[str, Any]) -> str:
    """Give what the origin of the delays of a log starts with, by the config."""
    log = log_options(config)
    if log["arms"]:
        return "log, the "  # largest campaigns, of which there may be fewer
    return f"log, {reading_of(log['unit'], log['columns'], log['no_conversion'])}, "


def planned_specification(
    expected: Expected, setting: str, algorithm: str
) -> dict[str, Any] | None:
    """Read the specification of a run from the paper's YAML file; None if that cannot be read."""
    root = PACKAGE.parents[1]
    try:
        config = read_yaml(root / "config.yaml") | {
            "papers": [expected.paper],
            "scale": expected.scale,
            "master_seed": expected.master_seed,
            "seeds": None,
            "seeds_per_job": "auto",
        }
        runs = load_papers(config, root / "workflow")[expected.paper].runs
        return asdict(runs[setting, algorithm])
    except (InputError, OSError, KeyError):
        return None

import dataclasses
import json
import logging

import pytest

from conftest import ROOT, listed, refused
from delayed_bandits.experiments import experiment
from delayed_bandits.experiments.specification import Specification
from single_runs import NO_SETTINGS, load_paper

ARMED = listed("armed.yaml")


def load_armed(folder, run, trace, parameters):
    """Load a paper that runs one algorithm on two arms and uniform delays."""
    uniform = {"distribution": "uniform", "low": 0, "high": 10}
    trace = {"horizon": 60, "means": [0.5, 0.6], "delay": uniform} | trace
    learner = {"run": run, "label": "learner", "colour": "blue", "line": "solid"}
    written = NO_SETTINGS | {
        "settings": {"two": {"description": "two", "trace": trace, "parameters": parameters}},
        "algorithms": {"learner": learner},
    }
    load_paper(folder, "armed", written)


@pytest.mark.parametrize(("run", "trace", "parameters", "place"), ARMED["faults"])
def test_bad_armed_bandit_names_file_and_key(run, trace, parameters, place, folder):
    with refused("", "armed.yaml: ", place):
        load_armed(folder, run, trace, parameters)


@pytest.mark.parametrize(("run", "trace", "parameters", "remarks"), ARMED["remarks"])
def test_violated_assumptions_are_warned_of(run, trace, parameters, remarks, folder, caplog):
    with caplog.at_level(logging.INFO):
        load_armed(folder, run, trace, parameters)
    found = [record.getMessage() for record in caplog.records]
    assert len(found) == len(remarks)
    for line, remark in zip(found, remarks, strict=True):
        assert line.startswith(f"warning: armed.yaml: algorithms.learner on two: {remark}")
        assert "\n" not in line


@pytest.mark.parametrize(
    ("change", "seeds"),
    [({}, 8), ({"scale": "quick"}, 3), ({"seeds": 5}, 5), ({"seeds": 5, "scale": "quick"}, 5)],
    ids=str,
)
def test_config_overrides_the_seeds_of_the_scale(change, seeds, config, folder):
    config = config | {"papers": ["tiny"]} | change
    found = experiment.load_papers(config, folder)["tiny"].seeds
    assert set(found.values()) == {seeds}


def test_specification_survives_json(papers):
    for paper in papers.values():
        for (setting, algorithm), specification in paper.runs.items():
            assert (specification.setting, specification.algorithm) == (setting, algorithm)
            text = json.dumps(dataclasses.asdict(specification), sort_keys=True)
            assert Specification(**json.loads(text)) == specification


def test_digests_of_specifications_do_not_change(config):
    runs = experiment.load_papers(config, ROOT / "workflow")
    assert runs["vernade2020"].runs["fig3", "otflinucb"].digest == "79a7dcaf61d23a81"
    assert runs["liu2024"].runs["fig1a", "doral"].digest == "2e617ecba2106461"


def test_shrunk_specification_replaces_trace_arguments(papers):
    whole = papers["vernade2020"].runs["fig3", "otflinucb"]
    small = whole.shrunk(horizon=2, seeds=3, delay={"distribution": "constant", "rounds": 0})
    assert whole.uses_criteo
    assert not small.uses_criteo
    at_once = {"distribution": "constant", "rounds": 0}
    assert small.trace == {**whole.trace, "horizon": 2, "delay": at_once}
    assert dataclasses.replace(small, trace=whole.trace) == whole

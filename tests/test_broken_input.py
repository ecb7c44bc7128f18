"""Broken input gets one line that says what is wrong.

`tests/broken/` lists the faults. test_fuzz.py makes others at random.
"""

from pathlib import Path

import pytest
import yaml
from snakemake.cli import parse_config

from conftest import ROOT, listed, refused
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import check_schema, schema_of
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.data.criteo.conversions import from_file
from delayed_bandits.delays.distributions import distributions_from
from delayed_bandits.experiments.experiment import check_paper_name, load_papers
from delayed_bandits.traces.streams import Streams
from every_algorithm import ALGORITHMS
from single_runs import CONFIG, PAPER

CRITEO = (ROOT / "tests/broken/criteo.tsv").read_text(encoding="utf-8")


def cases(name):
    """The cases of a file, named by the wrong value."""
    return [pytest.param(*case, id=ascii(case[1])[:60]) for case in listed(name)]


def broken(text, old, new):
    """The bytes of a valid file with a fault."""
    new = new if isinstance(new, bytes) else new.encode()
    if old is None:
        return new
    assert text.count(old) == 1
    return text.encode().replace(old.encode(), new)


def load(folder):
    return load_papers(read_yaml(folder / "config.yaml"), folder)


def test_unbroken_config_loads(folder):
    assert list(load(folder)) == ["tiny"]


@pytest.mark.parametrize(("old", "new", "words"), cases("config.yaml"))
def test_bad_config_names_file_and_key(old, new, words, folder):
    (folder / "config.yaml").write_bytes(broken(CONFIG, old, new))
    with refused("config.yaml", *words.split()):
        load(folder)


@pytest.mark.parametrize(("argument", "key"), listed("command_line.yaml"))
def test_bad_config_on_the_command_line_names_key(argument, key, folder):
    with refused("config.yaml", key):
        load_papers(yaml.safe_load(CONFIG) | parse_config([argument]), folder)


@pytest.mark.parametrize(("old", "new", "words"), cases("paper.yaml"))
def test_bad_paper_yaml_names_file_and_key(old, new, words, folder):
    (folder / "papers" / "tiny.yaml").write_bytes(broken(PAPER, old, new))
    with refused("tiny.yaml", *words.split()):
        load(folder)


NO_NAMES = ["my paper", "a.b", "my-paper", "2020mine", "раper", "../tiny", "a" * 101, "_", "$(id)"]


@pytest.mark.parametrize("name", NO_NAMES, ids=ascii)
def test_bad_paper_names_are_refused(name):
    with pytest.raises(InputError, match="papers"):
        check_paper_name(name)


@pytest.mark.parametrize("name", ["criteo", "log", "times"])
def test_reserved_paper_names_are_refused(name, folder):
    (folder / "papers" / "tiny.yaml").rename(folder / "papers" / f"{name}.yaml")
    text = CONFIG.replace("papers: [tiny]", f"papers: [{name}]")
    (folder / "config.yaml").write_text(text, encoding="utf-8")
    with refused("config.yaml", "papers", name):
        load(folder)


KINDS = {found.trace.__name__: found.trace for found in ALGORITHMS.values()}


LISTED = listed("environments.yaml")


@pytest.mark.parametrize(
    ("kind", "environment", "words"),
    [(of["kind"], of["environment"] | new, line) for of in LISTED for new, *line in of["faults"]],
)
def test_bad_environment_names_the_key(kind, environment, words):
    with refused("", *words):
        check_schema(environment, schema_of(KINDS[kind].draw), "here")
        dist = {"delay": distributions_from(environment["delay"])} if "delay" in environment else {}
        KINDS[kind].draw(Streams(6, "environments"), 0, **environment | dist)


@pytest.mark.parametrize(("old", "new", "words"), cases("criteo.yaml"))
def test_bad_criteo_file_names_file_and_column(old, new, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("criteo.tsv").write_bytes(broken(CRITEO, old, new))
    with refused("criteo.tsv: ", *words.split()):
        from_file(Path("criteo.tsv"), "all", Path("delays.parquet"))
    assert list(tmp_path.iterdir()) == [tmp_path / "criteo.tsv"]

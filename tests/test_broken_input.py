"""Input that is broken in every way that a user may break it gets one line that says what is wrong.

`tests/broken/` lists the faults. What nobody thought of is made by chance: values of the YAML files
are exchanged and keys deleted or renamed, and whatever comes of it is accepted or refused so.
"""

import shutil
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conftest import ROOT
from delayed_bandits import algorithms
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.cli import main
from delayed_bandits.plan import experiment
from delayed_bandits.plan.names import check_paper_name
from projects import TINY

BROKEN = ROOT / "tests" / "broken"
CONFIG = yaml.safe_dump(
    yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8")) | {"papers": ["tiny"]},
    sort_keys=False,
    default_flow_style=None,
)
PAPER = (TINY / "tiny.yaml").read_text(encoding="utf-8")
CRITEO = (BROKEN / "criteo.tsv").read_text(encoding="utf-8")


def cases(name):
    """The cases of a file, called by what stands in the place of what was right."""
    listed = yaml.safe_load((BROKEN / name).read_text(encoding="utf-8"))
    return [pytest.param(case, id=ascii(case["new"])[:60]) for case in listed]


def broken(case, text):
    """The bytes of a case, made of the text of a valid file."""
    new = case["new"] if isinstance(case["new"], bytes) else case["new"].encode()
    if "old" not in case:
        return new
    assert text.count(case["old"]) == 1
    return text.encode().replace(case["old"].encode(), new)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working directory with a config and a workflow of the tiny paper alone."""
    shutil.copytree(ROOT / "workflow" / "schemas", tmp_path / "schemas")
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "tiny.yaml").write_text(PAPER, encoding="utf-8")
    (tmp_path / "config.yaml").write_text(CONFIG, encoding="utf-8")
    monkeypatch.setattr(algorithms, "__path__", [*algorithms.__path__, str(TINY)])
    monkeypatch.setattr(experiment, "functions_of", {"papers.tiny.figures": ["regret"]}.get)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def load(folder):
    return experiment.load_papers(read_yaml(folder / "config.yaml"), folder)


def test_what_is_broken_below_is_right_at_first(folder):
    assert list(load(folder)) == ["tiny"]


@pytest.mark.parametrize("case", cases("config.yaml"))
def test_config(case, folder):
    (folder / "config.yaml").write_bytes(broken(case, CONFIG))
    with pytest.raises(InputError) as caught:
        load(folder)
    assert str(caught.value) == case["error"]


@pytest.mark.parametrize("case", cases("paper.yaml"))
def test_paper(case, folder):
    (folder / "papers" / "tiny.yaml").write_bytes(broken(case, PAPER))
    with pytest.raises(InputError) as caught:
        load(folder)
    assert str(caught.value) == case["error"]


NO_NAMES = ["my paper", "a.b", "my-paper", "2020mine", "раper", "../tiny", "a" * 101, "_", "$(id)"]


@pytest.mark.parametrize("name", NO_NAMES, ids=ascii)
def test_a_paper_has_a_plain_name(name):
    with pytest.raises(InputError, match="is no name of a paper; expected that workflow/papers/"):
        check_paper_name(name, ROOT / "workflow")


@pytest.mark.parametrize(
    "name", ["all", "simulate", "batch", "delays", "claims_table", "download", "criteo", "times"]
)
def test_a_paper_has_no_name_of_the_workflow(name, folder):
    shutil.copytree(ROOT / "workflow" / "rules", folder / "rules")
    (folder / "papers" / "tiny.yaml").rename(folder / "papers" / f"{name}.yaml")
    text = CONFIG.replace("papers: [tiny]", f"papers: [{name}]")
    (folder / "config.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load(folder)
    assert str(caught.value) == (
        f"config.yaml: papers: {name!r} is a name that the workflow itself uses; expected that "
        f"workflow/papers/{name}.yaml has another"
    )


@pytest.mark.parametrize("name", ["tiny", "chapelle2011", "arena", "campaigns", "steps", "A_1"])
def test_names_of_papers(name):
    check_paper_name(name, ROOT / "workflow")


def test_what_is_nested_too_deep(folder):
    (folder / "papers" / "tiny.yaml").write_text("[" * 5000, encoding="utf-8")
    with pytest.raises(InputError, match="not YAML: lists or mappings are nested too deep"):
        load(folder)


def nodes(value, path=()):
    """The path of every value below a value."""
    if isinstance(value, dict | list):
        for key, below in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from nodes(below, (*path, key))


WORDS = ["tiny", "short", "criteo", "uniform", "geometric", "constant", "auto", "1e5", "..", "a\nb"]
NUMBERS = [0, -1, 2, 3, 400, 10**6, 10**18, 2**63 - 1, 2**63, 10**30]
SCALARS = (
    st.none()
    | st.booleans()
    | st.sampled_from(NUMBERS)
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=5)
)
KEYS = st.sampled_from(["law", "mean", "settings", "horizon", "short"]) | SCALARS
VALUES = st.recursive(
    SCALARS,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(KEYS, below, max_size=3),
    max_leaves=5,
)


@st.composite
def accidents(draw, text):
    """A YAML file with a value exchanged, a key deleted or a key renamed."""
    content = yaml.safe_load(text)
    *way, last = draw(st.sampled_from(list(nodes(content))))
    parent = content
    for key in way:
        parent = parent[key]
    value = parent[last] if draw(st.booleans()) else draw(VALUES)
    if isinstance(parent, dict) and draw(st.booleans()):
        parent.pop(last)
        last = draw(KEYS)
    if draw(st.integers(0, 9)) or isinstance(parent, list):
        parent[last] = value
    return yaml.safe_dump(content, allow_unicode=True)


@pytest.mark.parametrize(("name", "text"), [("config.yaml", CONFIG), ("papers/tiny.yaml", PAPER)])
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_an_accident_is_accepted_or_refused_with_one_line(name, text, folder, data):
    (folder / name).write_text(data.draw(accidents(text)), encoding="utf-8")
    try:
        load(folder)
    except InputError as error:
        (line,) = str(error).splitlines()
        assert line.startswith(Path(name).name)
    finally:
        (folder / name).write_text(text, encoding="utf-8")


def read_delays(path):
    options = ["--source", "local", "--touch", "all", "--output", "delays.parquet"]
    return main(["delays", *options, "--input", path])


@pytest.mark.parametrize("case", cases("criteo.yaml"))
def test_criteo(case, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("criteo.tsv").write_bytes(broken(case, CRITEO))
    assert read_delays("criteo.tsv") == 1
    printed = capsys.readouterr().err
    assert printed.splitlines()[-1] == f"error: {case['error']}"
    assert "Traceback" not in printed
    assert list(tmp_path.iterdir()) == [tmp_path / "criteo.tsv"]

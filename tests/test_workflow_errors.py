"""Bad input gets one line that names file and key, before anything long starts."""

import gzip
import json
import re
import resource
import shutil
import subprocess
import sys

import pytest
import yaml

from delayed_bandits import algorithms, experiment
from delayed_bandits.cli import main
from delayed_bandits.criteo.generate import generate
from delayed_bandits.errors import InputError
from test_workflow import ROOT, TINY, command, environment, make_project

pytestmark = pytest.mark.workflow

BUNDLED = ROOT / "data" / "criteo_delay_quantiles.csv"
CONFIG = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8")) | {"papers": ["tiny"]}


@pytest.fixture
def workflow(tmp_path, monkeypatch):
    """The schemas, the tiny paper, its algorithm and the names of its figures' functions."""
    shutil.copytree(ROOT / "workflow" / "schemas", tmp_path / "schemas")
    (tmp_path / "papers").mkdir()
    shutil.copy(TINY / "tiny.yaml", tmp_path / "papers")
    monkeypatch.setattr(algorithms, "__path__", [*algorithms.__path__, str(TINY)])
    monkeypatch.setattr(experiment, "functions_of", {"papers.tiny": ["regret"]}.get)
    return tmp_path


def refused(config, workflow):
    with pytest.raises(InputError) as caught:
        experiment.load_papers(config, workflow)
    (line,) = str(caught.value).splitlines()
    return line


def test_the_tiny_paper_is_accepted(workflow):
    assert list(experiment.load_papers(CONFIG, workflow)) == ["tiny"]


@pytest.mark.parametrize(
    ("change", "place", "hint"),
    [
        ({"papers": ["tinny"]}, "config.yaml: papers: unknown paper 'tinny'", "'tiny'"),
        ({"papers": []}, "config.yaml: papers", "at least 1"),
        ({"papers": "tiny"}, "config.yaml: papers", "array"),
        ({"seed": 7}, "config.yaml: unknown key 'seed'", "'seeds'"),
        ({"scale": "quik"}, "config.yaml: scale is 'quik'", "'quick'"),
        ({"touch": "lst"}, "config.yaml: touch is 'lst'", "'last'"),
        ({"seeds": 1}, "config.yaml: seeds is 1", "at least 2"),
        ({"seeds_per_job": 0}, "config.yaml: seeds_per_job is 0", "at least 1"),
        ({"seeds_per_job": "many"}, "config.yaml: seeds_per_job is 'many'", "integer"),
        ({"master_seed": -1}, "config.yaml: master_seed is -1", "at least 0"),
        ({"criteo": "no/such.tsv"}, "config.yaml: criteo is 'no/such.tsv'", "existing file"),
        ({"criteo": "."}, "config.yaml: criteo is '.'", "existing file"),
        ({"touch": "last"}, "config.yaml: touch is 'last'", "expected all with the bundled"),
        ({"seeds": 9999, "seeds_per_job": 9}, "config.yaml: seeds_per_job is 9", "at least 50"),
    ],
    ids=str,
)
def test_config(change, place, hint, workflow):
    line = refused(CONFIG | change, workflow)
    assert line.startswith(place)
    assert hint in line


def test_config_without_a_key(workflow):
    config = {key: value for key, value in CONFIG.items() if key != "seeds"}
    assert refused(config, workflow) == "config.yaml: key 'seeds' is missing"


PAPER_FAULTS = [
    # text of tiny.yaml, what it becomes, places that the line must name, what it must offer
    (
        "settings: [short]\n    caption",
        "settings: [shrt]\n    caption",
        "figures.regret",
        "'short'",
    ),
    ("draw: regret", "draw: regrett", "figures.regret.draw", "'regret'"),
    ("settings: [criteo]", "settings: [crito]", "algorithms.uniform_random", "'criteo'"),
    ("otflin.otflinucb", "otflin.otflinuc", "algorithms.otflinucb.run", "'otflinucb'"),
    (
        "otflin.otflinucb",
        "otflim.otflinucb",
        "algorithms.otflinucb.run",
        "'otflin'",
    ),
    ("otflin.otflinucb", "otflinucb", "algorithms.otflinucb.run", "otflin"),
    ("checkpoints: 20", "checkpoint: 20", "unknown key 'checkpoint'", "'checkpoints'"),
    ("note:", "notes:", "unknown key 'notes'", "'note'"),
    ("caption:", "captoin:", "unknown key 'figures.regret.captoin'", "'caption'"),
    ("colour: blue", "colour: bleu", "algorithms.otflinucb.colour", "'blue'"),
    ("checkpoints: 20", "checkpoints: 401", "checkpoints is 401", "at most 400"),
    ("paper: {seeds: 8}", "paper: {seeds: 1}", "scales.paper.seeds is 1", "at least 2"),
    (
        "horizon: 60",
        "horizn: 60",
        "settings.short.trace: unknown key 'horizn'",
        "'horizon'",
    ),
    ("horizon: 60", "horizon: -60", "settings.short.trace: horizon is -60", "at least 1"),
    ("horizon: 60", "horizon: long", "settings.short.trace: horizon is 'long'", "integer"),
    ("action_law: uniform", "action_law: unifrm", "settings.short.trace: action_law", "'uniform'"),
    ("law: geometric", "law: geometrc", "settings.short.trace.delay", "'geometric'"),
    ("mean: 5", "men: 5", "settings.short.trace.delay", "'mean'"),
    ("mean: 5", "mean: -5", "settings.short.trace.delay", "mean is -5"),
    ("scale: 0.001", "scale: 0", "settings.criteo.trace.delay", "scale is 0"),
    ("window: 10", "window: 0", "algorithms.otflinucb on short: window is 0", "at least 1"),
    ("window: 10", "windw: 10", "settings.short.parameters", "'window'"),
    (
        "confidence: 0.1",
        "confidence: 1.5",
        "algorithms.otflinucb on short: confidence",
        "less than",
    ),
    (
        "confidence: 0.1",
        "confidance: 0.1",
        "unknown key 'confidance'",
        "'confidence'",
    ),
    ("{arm: 2}", "{}", "algorithms.second_arm on short", "'arm' is missing"),
    ("{arm: 2}", "{arm: 2, leg: 1}", "algorithms.second_arm on short: unknown key 'leg'", "arm"),
    ("title: A tiny paper", "title: [A tiny", "line", "not YAML"),
    ("title: A tiny paper", "title: A tiny\tpaper: x", "line", "not YAML"),
]


@pytest.mark.parametrize(("old", "new", "place", "hint"), PAPER_FAULTS, ids=lambda text: text)
def test_paper(old, new, place, hint, workflow):
    path = workflow / "papers" / "tiny.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    line = refused(CONFIG, workflow)
    assert "tiny.yaml" in line
    assert place in line
    assert hint in line.replace(place, "", 1)


@pytest.mark.parametrize("content", [b"", b"- a list\n", b"\xff\xfe\x00"], ids=str)
def test_paper_that_is_something_else(content, workflow):
    (workflow / "papers" / "tiny.yaml").write_bytes(content)
    assert "tiny.yaml" in refused(CONFIG, workflow)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return make_project(tmp_path_factory.mktemp("errors") / "project")


def start(project, *arguments):
    """Start Snakemake for real, check that it refuses with one line, and give the line."""
    answer = subprocess.run(
        command("--cores", "1", *arguments),
        cwd=project,
        env=environment(project),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    printed = answer.stdout + answer.stderr
    assert answer.returncode != 0
    assert "Traceback" not in printed
    assert "rule " not in printed
    (line,) = [line for line in printed.splitlines() if line.startswith("error: ")]
    return line


def test_snakemake_and_an_unknown_paper(project):
    line = start(project, "--config", 'papers=["tinny"]')
    assert line == "error: config.yaml: papers: unknown paper 'tinny'; did you mean 'tiny'?"


def test_snakemake_and_an_unknown_key(project):
    line = start(project, "--config", "sedes=3")
    assert line == "error: config.yaml: unknown key 'sedes'; did you mean 'seeds'?"


def test_snakemake_and_a_paper_that_is_not_yaml(project):
    path = project / "workflow" / "papers" / "broken.yaml"
    path.write_text("title: [A\n", encoding="utf-8")
    line = start(project, "--config", 'papers=["broken"]')
    assert "broken.yaml line 2: not YAML" in line


def test_snakemake_and_results_that_are_no_folder(project):
    (project / "results").write_text("in the way", encoding="utf-8")
    try:
        line = start(project)
    finally:
        (project / "results").unlink()
    assert line == "error: results: cannot be written; expected a writable folder"


def complaint(arguments, capsys):
    """Run a step in this process, and give its last line, after what tells of its progress."""
    capsys.readouterr()
    assert main([str(argument) for argument in arguments]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("error: ") == 1
    line = printed.err.splitlines()[-1]
    assert line.startswith("error: ")
    return line


def read_delays(path, output):
    return ["delays", "--source", "local", "--touch", "all", "--input", path, "--output", output]


def test_wrong_column(tmp_path, capsys):
    path, output = tmp_path / "criteo.tsv", tmp_path / "delays.parquet"
    generate(path, 200, 0, BUNDLED)
    path.write_bytes(path.read_bytes().replace(b"campaign", b"compaign", 1))
    line = complaint(read_delays(path, output), capsys)
    assert line == f"error: {path}: column 3 is 'compaign'; expected 'campaign'"
    assert list(tmp_path.iterdir()) == [path]


def test_truncated_gzip(tmp_path, capsys):
    path, output = tmp_path / "criteo.tsv.gz", tmp_path / "delays.parquet"
    generate(path, 5000, 0, BUNDLED)
    assert gzip.decompress(path.read_bytes())
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert re.match(
        f"error: {re.escape(str(path))}: ", complaint(read_delays(path, output), capsys)
    )
    assert list(tmp_path.iterdir()) == [path]


SPECIFICATION = {
    "paper": "test",
    "setting": "short",
    "algorithm": "random",
    "master_seed": 1,
    "checkpoints": 20,
    "trace": {
        "horizon": 60,
        "arms": 3,
        "dimension": 2,
        "action_law": "binary",
        "delay": {"law": "criteo", "scale": 0.01},
    },
    "run": "linear_baselines.uniform_random",
    "parameters": {},
}
STYLES = {
    entry: {"label": entry, "colour": "blue", "line": "solid"}
    for entry in yaml.safe_load((ROOT / "workflow/papers/vernade2020.yaml").read_text("utf-8"))[
        "algorithms"
    ]
}
GEOMETRIC = SPECIFICATION | {
    "trace": SPECIFICATION["trace"] | {"delay": {"law": "geometric", "mean": 5}}
}


@pytest.mark.parametrize("state", ["missing", "cut off", "foreign"])
@pytest.mark.parametrize("name", ["delays", "fit", "simulate", "aggregate", "tabulate", "figure"])
def test_unusable_input(name, state, tmp_path, capsys):
    path, output = tmp_path / "input", tmp_path / "out" / "output.png"
    if state == "cut off":
        arguments = ["--seeds", "0", "1", "--output", str(path)]
        assert main(["simulate", "--specification", json.dumps(GEOMETRIC), *arguments]) == 0
        path.write_bytes(path.read_bytes()[:-100])
    elif state == "foreign":
        path.write_text("something else entirely\n", encoding="utf-8")
    arguments = {
        "delays": ["--source", "bundled", "--touch", "all", "--input", path, "--output", output],
        "fit": ["--delays", path, "--table", output, "--figures", output],
        "simulate": [
            *("--specification", json.dumps(SPECIFICATION), "--seeds", "0", "1"),
            *("--criteo", path, "--output", output),
        ],
        "aggregate": ["--seeds", "2", "--runs", path, "--output", output],
        "tabulate": ["--regret", path, "--output", output, "--csv", output, "--latex", output],
        "figure": [
            *("--paper", "vernade2020", "--function", "regret_panels", "--algorithms", "{}"),
            *("--tables", path, "--figures", output),
        ],
    }[name]
    assert complaint([name, *arguments], capsys).startswith(f"error: {path}: ")
    assert not output.exists()


def fill_the_disk():
    """No file may grow beyond 1000 bytes; Python ignores the signal, so a write fails."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


@pytest.mark.parametrize(
    "name",
    ["delays", "simulate", "generate", "fit", "figure"],
)
def test_disk_that_fills_leaves_no_file(name, tmp_path):
    delays = tmp_path / "delays.parquet"
    bundled = ["--source", "bundled", "--touch", "all", "--input", str(BUNDLED)]
    run, table = tmp_path / "run.parquet", tmp_path / "table.parquet"
    if name == "fit":
        assert main(["delays", *bundled, "--output", str(delays)]) == 0
    if name == "figure":
        specification = json.dumps(GEOMETRIC)
        seeds = ["--seeds", "0", "1"]
        assert (
            main(["simulate", "--specification", specification, *seeds, "--output", str(run)]) == 0
        )
        assert main(["aggregate", "--seeds", "2", "--runs", str(run), "--output", str(table)]) == 0
    before = set(tmp_path.iterdir())
    output = tmp_path / "full" / ("figure.png" if name in ("fit", "figure") else "output.tsv")
    arguments = {
        "delays": [*bundled, "--output", output],
        "simulate": [
            *("--specification", json.dumps(GEOMETRIC), "--seeds", "0", "9"),
            *("--output", output),
        ],
        "fit": ["--delays", delays, "--table", output.with_name("fits.csv"), "--figures", output],
        "generate": ["--rows", "1000", "--quantiles", BUNDLED, "--output", output],
        "figure": [
            *(
                "--paper",
                "vernade2020",
                "--function",
                "regret_panels",
                "--algorithms",
                json.dumps(STYLES),
            ),
            *("--tables", table, "--figures", output),
        ],
    }[name]
    answer = subprocess.run(
        [sys.executable, "-m", "delayed_bandits", name, *map(str, arguments)],
        env=environment(tmp_path)
        | {
            "PYTHONPATH": str(ROOT / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "NUMBA_DISABLE_JIT": "1",
        },
        preexec_fn=fill_the_disk,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert answer.returncode == 1, answer.stderr
    assert "Traceback" not in answer.stderr
    (line,) = [line for line in answer.stderr.splitlines() if line.startswith("error: ")]
    assert str(output.parent) in line
    assert "File too large" in line
    left = {path.name for path in output.parent.iterdir()}
    assert left <= ({"fits.csv"} if name == "fit" else set())
    assert set(tmp_path.iterdir()) == before | {output.parent}

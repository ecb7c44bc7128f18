import json
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections import defaultdict
from xml.etree import ElementTree

import generate
import pyarrow.parquet as pq
import pytest
import yaml
from packaging.version import Version
from snakemake.cli import get_argument_parser

import delayed_bandits
from conftest import ROOT
from delayed_bandits.cli.commands import _parser
from delayed_bandits.experiments.catalogue import distributions
from projects import copy_project, environment, read_csv, snakemake

PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in (".", "docs", "config", "data", "benchmarks")
    for path in (ROOT / folder).glob("*.md")
)
BLOCK = re.compile(r"^```(?:sh|shell|bash|console)(?: (\w+))?\n(.*?)^```", re.M | re.S)


def read(page):
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page, mark):
    return [text for found, text in BLOCK.findall(read(page)) if found == mark]


def commands():
    """The commands of all pages that are only parsed, each as words, once."""
    texts = [block.replace("\\\n", " ") for page in PAGES for block in blocks(page, "dry")]
    found = [shlex.split(line, comments=True) for text in texts for line in text.splitlines()]
    return dict.fromkeys(tuple(words) for words in found if words)


def without_code(text):
    return re.sub(r"^```.*?^```|`[^`\n]*`", "", text, flags=re.M | re.S)


def anchors(page):
    """Anchors of a page: of headings, as the usual hosts of code make them, and explicit ones."""
    text = read(page)
    headings = re.findall(r"^#+ +(.*)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.M)
    kept = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings]
    return {name.replace(" ", "-") for name in kept} | set(re.findall(r'<a id="([^"]+)">', text))


@pytest.mark.parametrize("page", PAGES)
def test_links_of_pages_resolve(page):
    for target in re.findall(r"\]\((?!https?://)([^)\s]+)\)", without_code(read(page))):
        name, _, anchor = target.partition("#")
        path = ((ROOT / page).parent / name).resolve() if name else ROOT / page
        assert path.exists(), target
        if anchor:
            assert anchor in anchors(path.relative_to(ROOT).as_posix()), target


BY_A_RUN = {"data/raw/", "figures/campaigns/regret.png"}
FOLDERS = "workflow|src|tests|data|docs|figures|examples|profiles|benchmarks|config"


@pytest.mark.parametrize("page", PAGES)
def test_files_named_in_pages_exist(page):
    for name in re.findall(rf"`((?:{FOLDERS})/[\w./-]*)`", read(page)):
        assert (ROOT / name).exists() or name in BY_A_RUN, name
    for name in re.findall(r"`((?:traces|algorithms)/[\w./-]*)`", read(page)):
        assert (ROOT / "src/delayed_bandits" / name).exists(), name


def test_every_package_folder_is_documented():
    package = ROOT / "src/delayed_bandits"
    rooms = {path.name for path in package.iterdir() if (path / "__init__.py").exists()}
    source = read("CONTRIBUTING.md").partition("Below `src/delayed_bandits/`")[2]
    described = set(re.findall(r"^\| `(\w+)/`", source, flags=re.MULTILINE))
    assert described == rooms
    assert {path.name for path in package.glob("*.py")} == {"__init__.py", "__main__.py"}


def test_pictures_of_the_first_page_are_well_formed():
    named = re.findall(r'(?:src|srcset)="([^"]+)"', read("README.md"))
    assert len(named) == 2
    for name in named:
        assert ElementTree.parse(ROOT / name).getroot().tag.endswith("svg")


@pytest.mark.parametrize("page", generate.PAGES)
def test_generated_pages_are_current(page):
    """If this fails, run make docs."""
    assert generate.PAGES[page]() == read(page)


def test_artifact_expects_the_committed_verdicts():
    rows = re.findall(r"^\| .*#(\w+)-([co]\d\d)\)\) \|.*\| ([^|]*) \|$", read("ARTIFACT.md"), re.M)
    assert len(rows) >= 4
    for paper, claim, expected in rows:
        committed = read_csv(ROOT / f"figures/{paper}/claims.csv")
        found = [row for row in committed if row["id"] == claim]
        named = re.findall(r"(\w+): ([a-z ]+) \(", expected)
        assert named
        for key, word in named:
            assert {row["verdict"] for row in found if row["key"] == key} == {word}


def test_every_delay_distribution_is_documented():
    table = read("docs/configuration.md").partition("## Distributions")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)`", table, re.M) == [name for name, _ in distributions()]


def test_version_is_the_same_everywhere():
    """An unreleased version is a development version of the next release."""
    version = Version(delayed_bandits.__version__)
    assert Version(yaml.safe_load(read("CITATION.cff"))["version"]) == version
    assert Version(json.loads(read("codemeta.json"))["version"]) == version
    assert f"note = {{Version {version}}}" in read("workflow/papers.bib")
    newest, *released = re.findall(r"^## \[(\S+)\]", read("CHANGELOG.md"), re.M)
    if version.is_devrelease:
        assert newest == "Unreleased"
        assert version > Version(released[0])
    else:
        assert Version(newest) == version


def test_every_shell_block_is_marked():
    for page in PAGES:
        if page != "benchmarks/README.md":
            marks = [mark for mark, _ in BLOCK.findall(read(page))]
            assert set(marks) <= {"run", "dry", "other"}, page
            assert not re.search(r"^    (snakemake|delayed-bandits) ", read(page), re.M), page


FUNCTIONS = f"""set -eo pipefail
python={shlex.quote(sys.executable)}
delayed-bandits() {{ PYTHONPATH=src $python -P -m delayed_bandits "$@"; }}
python() {{ PYTHONPATH=src $python "$@"; }}
snakemake() {{ $python -P -m snakemake "$@"; }}
"""


@pytest.fixture(scope="module")
def project(finished, tmp_path_factory):
    """A copy of the finished project with the other files of a checkout."""
    folder = copy_project(finished, tmp_path_factory.mktemp("docs") / "project")
    for name in ("examples", "benchmarks"):
        shutil.copytree(ROOT / name, folder / name)
    (table,) = re.findall(r"```csv\n(.*?)```", read("docs/delays.md"), re.S)
    (folder / "my_log.csv").write_text(table, encoding="utf-8")
    return folder


def shell(project, script):
    command = ["bash", "-c", f"{FUNCTIONS}{script}"]
    given = {"cwd": project, "env": environment(project), "capture_output": True, "text": True}
    answer = subprocess.run(command, **given, stdin=subprocess.DEVNULL, timeout=600, check=False)
    assert answer.returncode == 0, answer.stdout[-3000:] + answer.stderr[-3000:]
    return answer.stdout


RUN_AND_SHOWN = re.compile(r"^```sh run\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", re.M | re.S)
"""Commands, and the part of their output that a block after them shows."""

RUN = [(page, number) for page in PAGES for number in range(len(blocks(page, "run")))]


@pytest.mark.workflow
@pytest.mark.parametrize(("page", "number"), RUN)
def test_documented_commands_run_and_print_what_is_shown(project, page, number):
    script, shown = RUN_AND_SHOWN.findall(read(page))[number]
    assert script == blocks(page, "run")[number]
    assert " ".join(shown.split()) in " ".join(shell(project, script).split())


@pytest.fixture(scope="module")
def checkout(project, tmp_path_factory):
    folder = tmp_path_factory.mktemp("checkout") / "project"
    made = shutil.ignore_patterns("results", "figures", ".snakemake", "raw", "__pycache__")
    shutil.copytree(project, folder, ignore=made)
    shutil.copy(ROOT / "config.yaml", folder)
    return folder


ONE_PAPER = "papers=[vernade2020]"


def planned():
    """The targets of the documented Snakemake commands, by configuration.

    If a command names no papers, one paper is planned.
    """
    found = defaultdict(set)
    for words in commands():
        if words[0] == "snakemake":
            options = get_argument_parser().parse_args(words[1:])
            config = options.config or []
            if not any(entry.startswith("papers=") for entry in config):
                config = [*config, ONE_PAPER]
            found[tuple(config)].update(options.targets)
    return found


@pytest.mark.workflow
@pytest.mark.parametrize("given", planned(), ids=" ".join)
def test_documented_targets_are_planned(checkout, given):
    snakemake(checkout, "-n", "--quiet", "--config", *given, "--", *sorted(planned()[given]))


def test_documented_options_exist():
    for words in commands():
        if words[0] == "delayed-bandits":
            _parser().parse_args(words[1:])
        else:
            options = get_argument_parser().parse_args(words[1:])
            profile = options.workflow_profile or "none"
            assert profile == "none" or (ROOT / profile / "profile.yaml").exists()


@pytest.mark.workflow
def test_every_column_is_documented(finished):
    results = finished / "results"
    names = set().union(*(pq.read_schema(path).names for path in results.rglob("*.parquet")))
    for name in ("claims.csv", "evidence.csv", "regret/tiny.csv", "criteo/fits.csv"):
        names |= read_csv(results / name)[0].keys()
    text = read("docs/outputs.md")
    assert len(names) > 30
    assert {name for name in names if f"`{name}`" not in text} == set()


@pytest.mark.workflow
def test_default_profile_shows_progress_and_reasons(project):
    table = "results/regret/tiny.parquet"
    (project / table).unlink()
    printed = snakemake(project, "--cores", "1", "--", table)
    assert "1 of 1 steps (100%) done" in printed
    assert f"reason: Missing output files: {table}" in printed
    assert "Host:" not in printed


@pytest.mark.workflow
def test_snakemake_packs_all_figures_into_a_report(project):
    snakemake(project, "--report", "report.zip")
    with zipfile.ZipFile(project / "report.zip") as packed:
        names = {name.rpartition("/")[2] for name in packed.namelist()}
    assert {"report.html", "regret.png", "regret.svg", "regret.pdf"} <= names

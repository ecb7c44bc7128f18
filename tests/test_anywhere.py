"""The project works wherever it is put, and beside whatever is there."""

import os
import re
import subprocess

import pytest

import projects as p
from criteo_file import generate
from delayed_bandits.files import provenance
from delayed_bandits.files.sources import source_digest
from delayed_bandits.files.tables import read_footer
from forks import errors

pytestmark = pytest.mark.workflow

ODD = ["col:on", "it's here", "bra{ce} {{}}", '$HOME `id` "a" \\ & ; # *', "Übung αβ 漢字 😀"]
SHOWN = p.PICTURE | p.TABLES


def commit_of(path):
    return read_footer(path)["provenance"]["commit"]


def test_a_folder_of_any_name(tmp_path, finished, undisturbed):
    """Below five odd folders; its jobs run its sources, and say so."""
    project = p.copy_project(finished, tmp_path.joinpath(*ODD, "project"))
    runs = p.blocks("short/first_arm")
    p.remove(project, runs | p.PICTURE)
    source = project / "src" / "delayed_bandits" / "algorithms" / "fixed.py"
    source.write_text(source.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")
    p.snakemake(project, *p.QUICKLY, "--", *p.PICTURE)
    assert p.read(project, p.PICTURE) == {figure: undisturbed[figure] for figure in p.PICTURE}
    digest = source_digest(sorted((project / "src" / "delayed_bandits").rglob("*.py")))
    assert {commit_of(project / run) for run in runs} == {f"unknown+{digest}"}


def test_files_beside_it_and_variables_of_the_user(remade, undisturbed, monkeypatch):
    """Modules with names of Python's, a style of Matplotlib, a commit: none is believed."""
    monkeypatch.setenv(provenance.COMMIT, "cafe")
    beside = {f"{name}.py": "raise SystemExit(3)" for name in ("random", "numpy", "yaml", "log")}
    beside["matplotlibrc"] = "savefig.dpi: 37\ntext.usetex: True\nfont.size: 20\nbackend: none\n"
    p.remove(remade, p.blocks("short/first_arm") | SHOWN)
    for name, text in beside.items():
        (remade / name).write_text(text, encoding="utf-8")
    try:
        p.snakemake(remade, *p.QUICKLY, "--", *SHOWN)
    finally:
        p.remove(remade, beside)
    assert p.read(remade, SHOWN) == {name: undisturbed[name] for name in SHOWN}
    for run in p.blocks("short/first_arm"):
        assert commit_of(remade / run).startswith("unknown+")


def test_a_label_is_shown_as_it_is_written(remade):
    paper = remade / "workflow" / "papers" / "tiny.yaml"
    with p.edited(paper, "label: first arm", 'label: "_ours <b> & $5 or $6"'):
        p.snakemake(remade, *p.QUICKLY)
    page = (remade / "results" / "report.html").read_text(encoding="utf-8")
    assert "_ours &lt;b&gt; &amp; $5 or $6" in page
    assert "_ours <b>" not in page
    latex = (remade / "results" / "regret" / "tiny.tex").read_text(encoding="utf-8")
    assert r"\_ours \ensuremath{<}b\ensuremath{>} \& \$5 or \$6" in latex


def test_a_working_directory_elsewhere(tmp_path, finished, undisturbed):
    p.copy_kernels(finished, tmp_path / "there")
    (tmp_path / "there" / "config.yaml").write_text("papers: [no such]\n", encoding="utf-8")
    where = ("--snakefile", "../project/Snakefile", "--directory", str(tmp_path / "there"))
    project = tmp_path / "project"
    project.symlink_to(finished)
    (tmp_path / "here").mkdir()
    answer = p.snakemake(tmp_path / "here", *where, *p.QUICKLY, "--", *SHOWN)
    assert "expected --configfile config.yaml" in answer.stderr
    assert p.read(tmp_path / "there", SHOWN) == {name: undisturbed[name] for name in SHOWN}
    assert list((tmp_path / "here").iterdir()) == []


HOST = """
module bandits:
    snakefile: "{project}/Snakefile"
    config: {{"papers": ["tiny"], "seeds_per_job": 7}}

use rule * from bandits as bandits_*

rule mine:
    default_target: True
    input: "figures/tiny/regret.png", "results/regret/tiny.csv"
    output: "mine.txt"
    shell: "greet > {{output}}"
"""


@pytest.mark.parametrize("name", [*ODD[:2], ODD[4], "-n", "a\tb"], ids=ascii)
def test_a_module_in_a_folder_of_any_name(name, tmp_path, finished, undisturbed):
    folder, delays = tmp_path / name, "results/criteo/delays.parquet"
    folder.mkdir()
    host = re.sub(r"input: .*", f'input: "{delays}"', HOST.format(project=finished))
    (folder / "Snakefile").write_text(host.replace("greet", "echo"), encoding="utf-8")
    p.snakemake(folder, *p.QUICKLY)
    assert (folder / delays).read_bytes() == undisturbed[delays]


def test_a_module_of_another_workflow(tmp_path, finished, undisturbed):
    """Five lines give a figure and a table in its folder; its own rules are as they were."""
    p.copy_kernels(finished, tmp_path)
    prefix = "shell.prefix('greet() {{ echo hello; }};')\n"
    (tmp_path / "Snakefile").write_text(prefix + HOST.format(project=finished), encoding="utf-8")
    (tmp_path / "config.yaml").write_text("mine: 1\n", encoding="utf-8")
    p.snakemake(tmp_path, *p.QUICKLY)
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == "hello\n"
    assert p.read(tmp_path, SHOWN) == {name: undisturbed[name] for name in SHOWN}
    assert not (tmp_path / "results" / "report.html").exists()
    assert "Nothing to be done" in p.snakemake(tmp_path, *p.QUICKLY).stderr


def test_a_module_with_a_prefix_is_refused(tmp_path, finished):
    host = HOST.format(project=finished).replace("    config", '    prefix: "there"\n    config')
    (tmp_path / "Snakefile").write_text(host, encoding="utf-8")
    answer = p.run_snakemake(tmp_path, *p.QUICKLY)
    assert answer.returncode == 1
    assert "error: the module has a prefix; expected none" in answer.stderr


def test_another_criteo_file_with_an_older_time(remade, tmp_path):
    """Its name begins like an option."""
    old, new = tmp_path / "old.tsv", remade / "-new.tsv"
    generate(old, 3000, 1)
    generate(new, 3000, 2)
    os.utime(old, (1e9, 1e9))
    table = "results/criteo/delays.parquet"
    found = []
    try:
        for _ in range(2):
            p.snakemake(remade, *p.QUICKLY, "--config", "criteo=-new.tsv", "--", table)
            found.append(read_footer(remade / table)["sha256"])
            if old.exists():
                old.rename(new)
    finally:
        new.unlink()
    assert found[0] != found[1]


def test_a_target_that_nothing_makes(finished):
    target = "figures/tiny/regrett.png"
    answer = p.run_snakemake(finished, "--dry-run", "--cores", "1", "--", target)
    assert answer.returncode == 1
    (line,) = errors(answer)
    meant = "nothing makes this; did you mean figures/tiny/regret.png?"
    assert line.startswith(f"error: {target}: {meant}")
    assert "Traceback" not in answer.stderr


def git(folder, *arguments):
    author = ["-c", "user.name=a", "-c", "user.email=a@b"]
    command = ["git", "-C", str(folder), *author, *arguments]
    answer = subprocess.run(command, check=True, capture_output=True, text=True)
    return answer.stdout.strip()


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A folder that Git ignores in a repository, with a package."""
    package = tmp_path / "ignored" / "src" / "package"
    package.mkdir(parents=True)
    (package / "a.py").write_text("a = 1\n", encoding="utf-8")
    (tmp_path / ".gitignore").write_text("ignored/\n", encoding="utf-8")
    git(tmp_path, "init")
    git(tmp_path, "add", ".gitignore")
    git(tmp_path, "commit", "-m", "around")
    monkeypatch.setattr(provenance, "PACKAGE", package)
    monkeypatch.delenv(provenance.COMMIT, raising=False)
    return tmp_path / "ignored"


def test_the_commit_is_not_that_of_a_repository_around(checkout, monkeypatch):
    assert re.fullmatch(r"unknown\+[0-9a-f]{16}", provenance.commit())
    monkeypatch.setenv("GIT_DIR", str(checkout.parent / ".git"))
    assert re.fullmatch(r"unknown\+[0-9a-f]{16}", provenance.commit())


def test_the_commit_is_that_of_the_checkout_and_of_its_edits(checkout, monkeypatch):
    git(checkout, "init")
    git(checkout, "add", ".")
    git(checkout, "commit", "-m", "its own")
    head = git(checkout, "rev-parse", "HEAD")
    assert provenance.commit() == head
    monkeypatch.setenv("GIT_DIR", str(checkout.parent / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere")
    assert provenance.commit() == head
    (checkout / "src/package/a.py").write_text("a = 2\n", encoding="utf-8")
    assert re.fullmatch(rf"{head}\+[0-9a-f]{{16}}", provenance.commit())


def test_a_commit_in_the_environment_is_that_of_these_sources(checkout, monkeypatch):
    provenance.cache_commit()
    known = provenance.commit()
    monkeypatch.setattr(provenance, "_git", lambda *_: "abc")
    assert provenance.commit() == known
    (checkout / "src" / "package" / "a.py").write_text("a = 2\n", encoding="utf-8")
    assert provenance.commit() != known
    monkeypatch.setenv(provenance.COMMIT, "cafe")
    assert "cafe" not in provenance.commit()

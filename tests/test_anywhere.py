import json
import re
import shutil
import subprocess
from contextlib import ExitStack

import pytest
from markupsafe import escape

import projects as p
from delayed_bandits.files import provenance
from delayed_bandits.files.sources import source_digest
from delayed_bandits.files.tables import read_footer

pytestmark = pytest.mark.workflow

ODD = ["it's here", '$HOME `id` "a" \\ & ; # *', "Übung αβ 漢字 😀"]
SHOWN = p.PICTURE | p.TABLES


def commit_of(path):
    return read_footer(path)["provenance"]["commit"]


def test_project_runs_in_a_folder_of_any_name(tmp_path, finished):
    """In folders with unusual names, jobs run the sources of the project and say so."""
    project = p.copy_project(finished, tmp_path.joinpath(*ODD, "project"))
    p.remove(project, p.PICTURE)
    source = project / "src" / "delayed_bandits" / "algorithms" / "fixed.py"
    source.write_text(source.read_text(encoding="utf-8") + "\nEDITED = True\n", encoding="utf-8")
    p.snakemake(project, *p.QUICKLY, "--", *p.PICTURE)
    assert p.read(project, p.PICTURE) == p.read(finished, p.PICTURE)
    digest = source_digest(sorted((project / "src" / "delayed_bandits").rglob("*.py")))
    runs = project.glob("results/runs/tiny/*/short/first_arm/*.parquet")
    assert f"unknown+{digest}" in {commit_of(path) for path in runs}


def test_foreign_style_and_variables_are_ignored(remade, monkeypatch):
    """Matplotlib's style and a commit in the environment are ignored."""
    monkeypatch.setenv(provenance.COMMIT, "cafe")
    style = "savefig.dpi: 37\ntext.usetex: True\nfont.size: 20\nbackend: none\n"
    (remade / "matplotlibrc").write_text(style, encoding="utf-8")
    before = p.read(remade, SHOWN)
    p.remove(remade, SHOWN)
    shutil.rmtree(remade / "results/runs")
    try:
        p.snakemake(remade, *p.QUICKLY, "--", *SHOWN)
    finally:
        (remade / "matplotlibrc").unlink()
    assert p.read(remade, SHOWN) == before
    for run in remade.glob("results/runs/tiny/*/short/first_arm/*.parquet"):
        assert commit_of(run).startswith("unknown+")


TEXT = "ours <script>alert(1)</script> {{ 7 * 7 }} &lt; \\foo $5"
FIELDS = {
    "title: A tiny paper": "title",
    "note: The smallest paper that goes through every step of the workflow.": "note",
    "description: short delays": "description",
    "caption: Regret with short delays.": "caption",
    "label: first arm": "label",
}


def test_texts_are_shown_as_written(remade):
    with ExitStack() as stack:
        for old, field in FIELDS.items():
            new = f"{field}: {json.dumps(f'{field} {TEXT}')}"
            stack.enter_context(p.edited(remade / "workflow/papers/tiny.yaml", old, new))
        p.snakemake(remade, *p.QUICKLY)
    page = (remade / "results/report.html").read_text(encoding="utf-8")
    assert {field for field in FIELDS.values() if f"{field} {escape(TEXT)}" not in page} == set()
    assert "<script>alert" not in page
    latex = (remade / "results/regret/tiny.tex").read_text(encoding="utf-8")
    assert r"\{\{ 7 * 7 \}\} \&lt; \textbackslash foo \$5" in latex


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


def test_commit_is_not_that_of_an_outer_repository(checkout, monkeypatch):
    assert re.fullmatch(r"unknown\+[0-9a-f]{16}", provenance.commit())
    monkeypatch.setenv("GIT_DIR", str(checkout.parent / ".git"))
    assert re.fullmatch(r"unknown\+[0-9a-f]{16}", provenance.commit())


def test_commit_is_that_of_the_checkout_with_its_edits(checkout, monkeypatch):
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

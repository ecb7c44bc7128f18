"""Texts of a paper's YAML file, on the page."""

import shutil

import pytest
import yaml

from projects import run_python

pytestmark = pytest.mark.workflow

TEXTS = [
    "<script>alert(1)</script>",
    "</title></style><img src=x onerror=alert(1)>",
    "{{ 7 * 7 }}{% raw %}",
    "\" onload='alert(1)",
    "&lt;b&gt; & &amp;",
    "$\\input{/etc/passwd}$ \\foo",
    "javascript:alert(1)",
    "漢字 😀 \u05d0\u05d1 e\u0301",
]
FIELDS = ["title", "reference", "note", "caption", "description", "label"]


WRITE = """
import sys
from pathlib import Path
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.report.page import write_page
config = read_yaml(Path(sys.argv[1]))
write_page(Path("results/report.html"), config, Path("workflow"), Path("figures"))
"""


def write_page(project, folder):
    """Write the page of a folder by the sources of a project."""
    sources = {"PYTHONPATH": str(project / "src")}
    answer = run_python("-c", WRITE, project / "config.yaml", folder=folder, variables=sources)
    assert answer.returncode == 0, answer.stderr


@pytest.mark.parametrize("text", TEXTS)
def test_texts(text, finished, tmp_path):
    """In every field at once: shown as they are written, and nothing of them is run."""
    for name in ("results", "figures"):
        shutil.copytree(finished / name, tmp_path / name)
    shutil.copytree(finished / "workflow", tmp_path / "workflow")
    path = tmp_path / "workflow/papers/tiny.yaml"
    paper = yaml.safe_load(path.read_text(encoding="utf-8"))
    written = {field: f"{field} {text}" for field in FIELDS}
    paper |= {field: written[field] for field in ("title", "reference", "note")}
    paper["figures"]["regret"]["caption"] = written["caption"]
    paper["settings"]["short"]["description"] = written["description"]
    if text.isascii():  # others are refused by name
        paper["algorithms"]["first_arm"]["label"] = written["label"]
    path.write_text(yaml.safe_dump(paper, allow_unicode=True, sort_keys=False), encoding="utf-8")
    write_page(finished, tmp_path)
    page = (tmp_path / "results/report.html").read_text(encoding="utf-8")
    shown = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    shown = shown.replace('"', "&#34;").replace("'", "&#39;")
    for field in FIELDS if text.isascii() else FIELDS[:-1]:
        assert f"{field} {shown}" in page, field
    if text != shown:
        assert text not in page

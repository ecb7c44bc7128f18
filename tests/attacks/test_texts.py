"""Texts of a paper's YAML file, on the page."""

import shutil
from pathlib import Path

import pytest
import yaml

from delayed_bandits import algorithms, papers
from delayed_bandits.experiments import description
from delayed_bandits.report.page import write_page

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


@pytest.mark.parametrize("text", TEXTS)
def test_texts(text, finished, tmp_path, monkeypatch):
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
    config = yaml.safe_load((finished / "config.yaml").read_text(encoding="utf-8"))
    sources = str(finished / "src/delayed_bandits")
    monkeypatch.setattr(algorithms, "__path__", [*algorithms.__path__, f"{sources}/algorithms"])
    monkeypatch.setattr(papers, "__path__", [*papers.__path__, f"{sources}/papers"])
    monkeypatch.setattr(description, "functions_of", lambda _: ["regret"])
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "results/report.html"
    write_page(page, config, tmp_path / "workflow", Path("figures"))
    page = (tmp_path / "results/report.html").read_text(encoding="utf-8")
    shown = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    shown = shown.replace('"', "&#34;").replace("'", "&#39;")
    for field in FIELDS if text.isascii() else FIELDS[:-1]:
        assert f"{field} {shown}" in page, field
    if text != shown:
        assert text not in page

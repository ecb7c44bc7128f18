"""Texts of a paper's YAML file, on the page."""

import shutil

import pytest
import yaml

from attacks.table import Attack, check, copy_of_results, delayed_bandits
from attacks.test_results import arguments

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
def test_texts(text, finished, tmp_path):
    """In every field at once: shown as they are written, and nothing of them is run."""
    copy_of_results(finished, tmp_path)
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
    step = arguments("report", finished)
    step[step.index("--workflow") + 1] = tmp_path / "workflow"
    check(Attack(text, "", status=0), delayed_bandits(finished, tmp_path, *step))
    page = (tmp_path / "results/report.html").read_text(encoding="utf-8")
    shown = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    shown = shown.replace('"', "&#34;").replace("'", "&#39;")
    for field in FIELDS if text.isascii() else FIELDS[:-1]:
        assert f"{field} {shown}" in page, field
    if text != shown:
        assert text not in page

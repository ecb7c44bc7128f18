import json
import re
import shutil
import subprocess

import pandas as pd
import pytest

from conftest import ROOT
from delayed_bandits.analysis.latex import longtable, mathematics
from delayed_bandits.papers.claims import claims_of
from test_figures import PAPERS


def test_signs_and_greek_become_mathematics():
    assert mathematics("α ≤ Δ√t, x₀²") == (
        r"\ensuremath{\alpha} \ensuremath{\leq} \ensuremath{\Delta}\ensuremath{\surd}t, "
        r"x\ensuremath{_{0}}\ensuremath{^{2}}"
    )
    assert mathematics("é “ü” – Ο, a < b") == r"é “ü” – \ensuremath{O}, a \ensuremath{<} b"
    table = longtable(pd.DataFrame({"50 %": ["a_b & {c}", r"\x#$~^"]}), "l")
    assert r"50 \%" in table
    assert r"a\_b \& \{c\}" in table
    assert r"\textbackslash x\#\$\textasciitilde \textasciicircum" in table


def test_every_sign_of_the_papers_is_ascii():
    texts = [entry["label"] for about in PAPERS.values() for entry in about["algorithms"].values()]
    for claim in (claim for paper in PAPERS for claim in claims_of(paper)):
        texts += [claim.statement, *(variant.what for variant in claim.variants)]
    left = {letter for letter in mathematics(" ".join(texts)) if not letter.isascii()}
    assert left <= set("–—’“”…é")  # pdfLaTeX reads these


def compiled(text, folder):
    """The text of the PDF's pages, with the packages that the table names."""
    packages = re.match(r"% (\\usepackage.*)\n", text)[1]
    document = rf"\documentclass{{article}}{packages}\begin{{document}}{text}\end{{document}}"
    (folder / "a.tex").write_text(document, encoding="utf-8")
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "a.tex"]
    answer = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert answer.returncode == 0, answer.stdout.decode(errors="replace")[-2000:]
    assert b"Missing character" not in (folder / "a.log").read_bytes()


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="LaTeX is not installed")
def test_any_label_compiles(tmp_path):
    texts = [r"\foo{$ & % # _ ^ ~ < > |", "αβγδεζηθικλμνξοπρστυφχψω ΓΔΘΛΞΠΣΥΦΨΩ ΑΒ"]
    texts += ["x₀²ₘᵏ⁵ √t ≤ é ü “a” – …"]
    compiled(longtable(pd.DataFrame({"text": texts, "100 %": texts}), "lr"), tmp_path)


def test_tables_of_a_finished_run_compile(finished):
    results = finished / "results"
    latex = (results / "regret/tiny.tex").read_text(encoding="utf-8")
    assert latex.count(r"first arm & 60 & 8 & ") == 1
    assert latex.count("\nshort & ") == 1
    judged = json.loads((results / "claims/tiny.json").read_text(encoding="utf-8"))["claims"]
    variants = sum(len(claim["variants"]) for claim in judged)
    assert len(pd.read_csv(results / "claims/tiny.csv")) == variants
    table = (results / "claims/tiny.tex").read_text(encoding="utf-8")
    assert sum(f"{claim['id']} & " in table for claim in judged) == len(judged)
    assert table.count(r" \\") == variants + 3  # the header, twice, and the foot
    if shutil.which("pdflatex"):
        for text in (latex, table):
            compiled(text, finished.parent)


EXPERIMENTS = {"campaigns", "arena", "price"}
BIBTEX = ROOT / "workflow/papers.bib"


def entries():
    """The text of each entry's fields, by its key."""
    text = BIBTEX.read_text(encoding="utf-8")
    return dict(re.findall(r"@\w+\{([\w-]+),\n(.*?)\n\}", text, flags=re.DOTALL))


def test_every_paper_has_a_bibtex_entry():
    found = entries()
    assert set(found) == set(PAPERS) - EXPERIMENTS | {"delayed-bandits"}
    for name in set(PAPERS) - EXPERIMENTS:
        assert PAPERS[name]["title"] in found[name]
        assert re.search(r"year = \{(\d+)\}", found[name])[1] in PAPERS[name]["reference"]


@pytest.mark.skipif(not shutil.which("bibtex"), reason="BibTeX is not installed")
def test_bibtex_reads_every_entry(tmp_path):
    shutil.copy(BIBTEX, tmp_path / "all.bib")
    text = f"\\citation{{{','.join(entries())}}}\n\\bibstyle{{plain}}\n\\bibdata{{all}}\n"
    (tmp_path / "a.aux").write_text(text)
    given = {"cwd": tmp_path, "capture_output": True, "text": True}
    answer = subprocess.run(["bibtex", "a"], **given, timeout=60, check=False)
    assert answer.returncode == 0
    assert "arning" not in answer.stdout, answer.stdout
    assert "Vernade" in (tmp_path / "a.bbl").read_text(encoding="utf-8")

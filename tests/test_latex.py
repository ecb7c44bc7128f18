"""LaTeX tables and BibTeX: digits that the error supports, true texts, and what compiles."""

import json
import math
import re
import shutil
import subprocess
from decimal import ROUND_HALF_EVEN, Decimal

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import ROOT, refused
from delayed_bandits.analysis.latex import escaped, longtable, with_error
from delayed_bandits.analysis.regret_files import latex_of_final
from delayed_bandits.cli.commands import main
from delayed_bandits.papers.claims import claims_of
from delayed_bandits.report.citation import bibtex
from delayed_bandits.report.claims_tables import latex_of_claims
from test_figures import PAPERS


def test_known_values():
    assert with_error(2774.07, 719.4) == r"$2770 \pm 720$"
    assert with_error(105.32, 3.217) == r"$105.3 \pm 3.2$"
    assert with_error(-0.01234, 0.00456) == r"$-0.0123 \pm 0.0046$"
    assert with_error(30.0, 0.0) == "$30$"
    assert with_error(1.0, 0.0996) == r"$1.00 \pm 0.10$"
    assert with_error(math.nan, 1.0) == "--"


@given(st.floats(-1e7, 1e7), st.floats(1e-4, 1e6))
def test_the_error_has_two_digits_and_the_mean_ends_at_the_same_place(mean, error):
    shown = re.fullmatch(r"\$(-?[\d.]+) \\pm ([\d.]+)\$", with_error(mean, error))
    mean_text, error_text = shown.groups()
    rounded = Decimal(f"{error:.1e}")  # two significant digits, by another way
    assert Decimal(error_text) == rounded
    place = Decimal(1).scaleb(rounded.adjusted() - 1)
    assert Decimal(mean_text) == Decimal(mean).quantize(place, ROUND_HALF_EVEN)
    decimals = [len(text.partition(".")[2]) for text in (mean_text, error_text)]
    assert decimals[0] == decimals[1] == max(0, 1 - rounded.adjusted())


def compiled(text, folder):
    """The text of the PDF's pages, with the packages that the table names."""
    packages = re.match(r"% (\\usepackage.*)\n", text)[1]
    document = rf"\documentclass{{article}}{packages}\begin{{document}}{text}\end{{document}}"
    (folder / "a.tex").write_text(document, encoding="utf-8")
    run = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "a.tex"]
    answer = subprocess.run(run, cwd=folder, capture_output=True, check=False)
    assert answer.returncode == 0, answer.stdout.decode(errors="replace")[-2000:]
    assert b"Missing character" not in (folder / "a.log").read_bytes()


needs_latex = pytest.mark.skipif(not shutil.which("pdflatex"), reason="LaTeX is not installed")


@needs_latex
def test_tables_of_regret_compile_with_the_labels_of_all_papers(tmp_path):
    entries = [(paper, about["algorithms"]) for paper, about in PAPERS.items()]
    rows = [
        (f"{paper}_1", name, 1000, 100.0 * i, 5.0 + i, 20)
        for paper, algorithms in entries
        for i, name in enumerate(algorithms)
    ]
    columns = ["setting", "algorithm", "round", "mean", "ci_high", "seeds"]
    final = pd.DataFrame(rows, columns=columns)
    labels = {name: entry["label"] for _, of in entries for name, entry in of.items()}
    compiled(latex_of_final(final, labels), tmp_path)


@needs_latex
def test_tables_of_claims_compile_with_the_statements_of_all_papers(tmp_path):
    about = {"reading": "printed", "word": "not reproduced", "decides": "0.5 [0.4, 0.6], 10 seeds"}
    rows = [
        {"id": f"{paper}/{claim.id}", "statement": f"{claim.statement}; {claim.place}"}
        | {"what": claim.remark, **about}
        for paper in PAPERS
        for claim in claims_of(paper)
    ]
    assert len(rows) > 100
    compiled(latex_of_claims(rows), tmp_path)


@needs_latex
def test_any_text_of_a_label_compiles(tmp_path):
    texts = [
        r"\foo{$ & % # _ ^ ~ < > |",
        "αβγδεζηθικλμνξοπρστυφχψω ΓΔΘΛΞΠΣΥΦΨΩ ΑΒ",
        "x₀²ₘᵏ⁵ √t ≤ é ü “a” – …",
    ]
    rows = [[escaped(text), with_error(1.0, 0.1)] for text in texts]
    compiled(longtable("lr", ["text", "number"], [("group", rows)]), tmp_path)


def test_the_tables_of_a_finished_run(finished):
    results = finished / "results"
    latex = (results / "regret/tiny.tex").read_text(encoding="utf-8")
    assert latex.count(r"first arm & 60 & $") == 1
    assert r"\emph{short}" in latex
    judged = json.loads((results / "claims/tiny.json").read_text(encoding="utf-8"))["claims"]
    readings = sum(len(claim["readings"]) for claim in judged)
    assert len(pd.read_csv(results / "claims/tiny.csv")) == readings
    table = (results / "claims/tiny.tex").read_text(encoding="utf-8")
    assert sum(f"{claim['id']} & " in table for claim in judged) == len(judged)
    assert table.count(r" \\") == readings + 1  # the header
    if shutil.which("pdflatex"):
        for text in (latex, table):
            compiled(text, finished.parent)


EXPERIMENTS = {"campaigns", "arena"}


def entries(text):
    """Key -> {field: text}, read by another grammar than that which wrote them."""
    found = {}
    for kind, key, body in re.findall(r"@(\w+)\{([\w-]+),\n(.*?)\n\}", text, flags=re.DOTALL):
        fields = dict(line.strip().rstrip(",").split(" = ", 1) for line in body.split("\n"))
        found[key] = {name: value[1:-1] for name, value in fields.items()} | {"kind": kind}
    return found


def test_every_paper_has_an_entry_with_the_facts_of_its_reference():
    found = entries(bibtex(ROOT, list(PAPERS)))
    assert set(found) == set(PAPERS) - EXPERIMENTS | {"delayed-bandits"}
    for name in set(PAPERS) - EXPERIMENTS:
        entry, reference = found[name], PAPERS[name]["reference"]
        assert entry["title"] == f"{{{PAPERS[name]['title']}}}"
        assert entry["year"] in reference
        families = [author.split(", ")[0] for author in entry["author"].split(" and ")]
        assert reference.startswith(", ".join(families) + ".")
        assert entry.get("eprint", "") in reference
        assert (entry["kind"] == "inproceedings") == ("booktitle" in entry)


def test_the_command_takes_the_papers_of_the_config(capsys, monkeypatch, config):
    monkeypatch.chdir(ROOT)
    assert main(["cite"]) == 0
    printed = set(entries(capsys.readouterr().out))
    assert printed == set(config["papers"]) - EXPERIMENTS | {"delayed-bandits"}
    assert main(["cite", "huang2023"]) == 0
    assert set(entries(capsys.readouterr().out)) == {"huang2023", "delayed-bandits"}


def test_an_unknown_paper_is_one_line():
    with refused("", "cite: unknown paper 'huang2032'; ", "huang2023"):
        bibtex(ROOT, ["huang2032"])


@pytest.mark.skipif(not shutil.which("bibtex"), reason="BibTeX is not installed")
def test_bibtex_reads_it(tmp_path):
    (tmp_path / "all.bib").write_text(bibtex(ROOT, list(PAPERS)), encoding="utf-8")
    keys = ",".join(entries(bibtex(ROOT, list(PAPERS))))
    (tmp_path / "a.aux").write_text(
        f"\\citation{{{keys}}}\n\\bibstyle{{plain}}\n\\bibdata{{all}}\n"
    )
    answer = subprocess.run(
        ["bibtex", "a"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "arning" not in answer.stdout, answer.stdout
    assert "Vernade" in (tmp_path / "a.bbl").read_text(encoding="utf-8")

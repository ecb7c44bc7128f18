"""BibTeX: complete, true to the papers' YAML files, and readable by BibTeX itself."""

import re
import shutil
import subprocess

import pytest
import yaml

from conftest import ROOT
from delayed_bandits.checks.errors import InputError
from delayed_bandits.cli.commands import main
from delayed_bandits.report.citation import bibtex

EXPERIMENTS = {"campaigns", "arena"}
PAPERS = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in (ROOT / "workflow/papers").glob("*.yaml")
}


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


def test_the_software_is_that_of_the_citation_file():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    software = entries(bibtex(ROOT, ["liu2024"]))["delayed-bandits"]
    assert software["title"] == f"{{{citation['title']}}}"
    assert software["note"] == f"Version {citation['version']}"


def test_the_command_takes_the_papers_of_the_config(capsys, monkeypatch, config):
    monkeypatch.chdir(ROOT)
    assert main(["cite"]) == 0
    printed = set(entries(capsys.readouterr().out))
    assert printed == set(config["papers"]) - EXPERIMENTS | {"delayed-bandits"}
    assert main(["cite", "huang2023"]) == 0
    assert set(entries(capsys.readouterr().out)) == {"huang2023", "delayed-bandits"}


def test_an_unknown_paper_is_one_line():
    with pytest.raises(InputError, match=r"cite: unknown paper 'huang2032'; .*huang2023"):
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

import json

import nbformat
import pytest

from conftest import ROOT
from delayed_bandits import compare

EXAMPLES = ROOT / "examples"
ON = "pikeburke2018/poisson-50"


def test_notebook_runs_from_top_to_bottom(monkeypatch):
    """Its cells run in order, and their last values can be shown."""
    monkeypatch.chdir(ROOT)
    notebook = nbformat.read(EXAMPLES / "own_learner.ipynb", as_version=4)
    nbformat.validate(notebook)
    names, shown = {"__name__": "notebook"}, []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert not cell.outputs
            *before, last = cell.source.split("\n")
            try:
                compile(last, "cell", "eval")
            except SyntaxError:
                before.append(last)
                last = "None"
            exec("\n".join(before), names)
            shown.append(eval(last, names))
    names_of_settings, _, found, plot, tail, _ = shown
    assert len(names_of_settings) == 5
    assert found.frame["seed"].nunique() == 20
    assert "Thompson" in found._repr_html_()
    assert plot._repr_png_().startswith(b"\x89PNG")
    assert list(tail["algorithm"]) == ["Thompson"] * 5


def test_notebook_has_the_learner_of_the_example():
    cells = json.loads((EXAMPLES / "own_learner.ipynb").read_text(encoding="utf-8"))["cells"]
    text = (EXAMPLES / "thompson.py").read_text(encoding="utf-8")
    learner = text.partition("\n\n\n")[2].rstrip()
    assert learner in ["".join(cell["source"]) for cell in cells]
    assert learner in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("library", "learner"),
    [("mabwiser", "mabwiser_learner.py:MABWiser"), ("river", "river_learner.py:River")],
)
def test_learners_of_other_libraries_run(library, learner):
    pytest.importorskip(library, reason="the extra `examples` is not installed")
    path = EXAMPLES / learner
    assert len((EXAMPLES / learner.partition(":")[0]).read_text().splitlines()) <= 30
    found = compare(str(path), ON, seeds=2, against=["odaaf"], project=ROOT).table
    assert found["algorithm"].iloc[0] == learner.partition(":")[2]

import generate
import pytest

from conftest import ROOT, refused
from delayed_bandits.checks.schema import check_schema
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.papers.claims import claims_of
from projects import TINY

PAPERS = sorted((ROOT / "workflow/papers").glob("*.yaml"))


def faults(about, claims):
    """Faults in the coverage of a paper: names that do not exist, and items that occur twice."""
    items = about.get("coverage", [])
    known = {*about["figures"], *about.get("tables", {}), *about["algorithms"], *claims}
    found = [name for one in items for name in one.get("here", []) if name not in known]
    names = [one["item"] for one in items]
    return found + sorted({name for name in names if names.count(name) > 1})


@pytest.mark.parametrize("file", PAPERS, ids=[path.stem for path in PAPERS])
def test_coverage_names_what_exists_and_no_item_twice(file):
    assert faults(read_yaml(file), [claim.id for claim in claims_of(file.stem)]) == []


def test_wrong_names_and_repeated_items_are_found():
    about, claims = read_yaml(TINY / "tiny.yaml"), ["c01"]
    assert about["coverage"]
    assert faults(about, claims) == []
    assert faults(about, []) == ["c01"]
    slip = {"item": "Figure 1", "here": ["regert", "regret"]}
    assert faults({**about, "coverage": [*about["coverage"], slip]}, claims) == [
        *("regert", "Figure 1")
    ]


@pytest.mark.parametrize("entry", [{"item": "x"}, {"item": "x", "here": []}, {"here": ["regret"]}])
def test_item_needs_a_place_or_a_reason(entry):
    schema = read_yaml(ROOT / "workflow/schemas/paper.schema.yaml")
    about = read_yaml(TINY / "tiny.yaml")
    check_schema(about, schema, "tiny.yaml")
    with refused("tiny.yaml", "coverage"):
        check_schema({**about, "coverage": [entry]}, schema, "tiny.yaml")


def test_page_counts_what_is_done(monkeypatch):
    tiny = read_yaml(TINY / "tiny.yaml")
    monkeypatch.setattr(generate, "read_yaml", lambda _: {**tiny, "papers": ["tiny"]})
    page = generate.coverage()
    assert page.count("1 of 2 items are done.") == 2
    assert "| Figure 1 | `regret`, [c01](findings.md#tiny-c01), `otflinucb` |  |" in page
    assert "| Theorem 1 |  | the paper states no constant |" in page

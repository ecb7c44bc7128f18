"""The digest of sources counts code, and neither docstrings nor lines of comments."""

import pytest

from conftest import ROOT
from delayed_bandits.files.sources import PACKAGE, source_digest, sources_of

CODE = '''"""A module."""

STEP = 2  # rounds


def next_round(t):
    """Return the next round."""
    # the step is constant
    text = """a
# b"""
    return t + STEP
'''


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ('"""A module."""\n', '"""A module\n\nof rounds."""\n', True),
        ("Return the next", "Compute the next", True),
        ("    # the step is constant\n", "", True),
        ("\n\n\n", "\n", True),
        ("STEP = 2", "STEP = 3", False),
        ("# b", "# c", False),
        ("t + STEP", "STEP + t", False),
    ],
)
def test_only_code_changes_the_digest(tmp_path, old, new, same):
    before, after = tmp_path / "before.py", tmp_path / "after.py"
    before.write_text(CODE, encoding="utf-8")
    after.write_text(CODE.replace(old, new), encoding="utf-8")
    assert (source_digest([before]) == source_digest([after])) == same


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        ("py", ('def f(): "doc"; return 0\n', 'def f(): "doc"; return 1\n')),
        ("yaml", ("a: 1\n", "# one\na: 1\n")),
    ],
)
def test_code_beside_a_docstring_and_other_files_count_whole(kind, texts, tmp_path):
    digests = set()
    for text in texts:
        path = tmp_path / f"{len(digests)}.{kind}"
        path.write_text(text, encoding="utf-8")
        digests.add(source_digest([path]))
    assert len(digests) == 2


@pytest.mark.parametrize("paper", [path.stem for path in (ROOT / "workflow/papers").glob("*.yaml")])
def test_style_of_figures_is_no_source_of_tables_and_claims(paper):
    scripts = ROOT / "workflow/scripts"
    for step in ("tables", "claims"):
        found = sources_of(f"{scripts / step}.py", f"papers.{paper}.{step}")
        assert PACKAGE / f"papers/{step}.py" in found
        assert PACKAGE / "analysis/style.py" not in found

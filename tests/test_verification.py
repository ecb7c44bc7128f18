"""What verify finds before anything is made again, how it chooses, and how files are compared."""

import json
import re

import numpy as np
import pyarrow as pa
import pytest

from attacks.table import copy_of_results, delayed_bandits
from delayed_bandits.files.tables import column, write_table
from delayed_bandits.report.verification.rebuild import difference
from projects import QUICKLY, edited, snakemake
from test_manipulations import footer, make_right

pytestmark = pytest.mark.workflow

RUN = "runs/tiny/short/first_arm/7-7.parquet"
OTHER = "runs/tiny/criteo/uniform_random/0-6.parquet"


def failures(finished, folder):
    """The failures that verify finds in a copy of results, whose manifest is made right."""
    make_right(folder / "results")
    answer = delayed_bandits(finished, folder, "verify", "results", "--sample", "1", "--json")
    assert answer.returncode == 1
    lines = [line for line in answer.stderr.splitlines() if line.startswith("error: ")]
    found = json.loads(answer.stdout)
    assert len(lines) == found["failed"] + 1
    assert "made again" not in answer.stderr
    return {row["file"]: row["words"] for row in found["findings"] if row["verdict"] == "failed"}


def of(**changes):
    """Change keys of the specification in the footer of a run."""
    return footer(specification=changes)


REFUSED = [
    (of(master_seed=6), "master_seed is 6; expected 2026"),
    (of(parameters={"x": 1}), "parameters"),
    (of(x=1), "x is 1; expected missing"),
    (of(run=3), "run is 3; expected"),
    (of(run="nowhere.py:L"), "run is nowhere.py:L; expected"),
    (of(trace=None), "trace is None; expected"),
    (footer(digest="0"), "digest is 0; expected"),
    (footer(seeds=[]), r"seeds is \[\]; expected"),
    (footer(seeds="3-4"), "seeds is 3-4; expected"),
    (footer(seeds=[0, 10**12]), r"seeds is \[0, 10+\]; expected"),
    (footer(specification=[1]), r"specification of its footer is \[1\]; expected"),
    (footer(specification="x"), "specification of its footer is 'x'; expected"),
    (footer(provenance=[1]), r"provenance of its footer is \[1\]; expected"),
    (footer(criteo="local, touch last, sha256 abc"), "criteo is local, touch last, sha256 abc"),
]


@pytest.mark.parametrize(("change", "words"), REFUSED, ids=[row[1] for row in REFUSED])
def test_a_footer_that_is_not_of_the_plan_is_found(change, words, finished, tmp_path):
    path = copy_of_results(finished, tmp_path) / "results" / RUN
    change(path)
    ((name, said),) = failures(finished, tmp_path).items()
    assert name == f"results/{RUN}"
    assert re.match(words, said), said


def test_every_damaged_file_is_named(finished, tmp_path):
    copy_of_results(finished, tmp_path)
    for name in (RUN, OTHER):
        path = tmp_path / "results" / name
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
    found = failures(finished, tmp_path)
    assert found.keys() == {f"results/{RUN}", f"results/{OTHER}"}
    assert all(words.startswith("its bytes do not have") for words in found.values())


@pytest.mark.parametrize("where", ["results/regret/notes.py", "{}/results/runs/x.py", "{}/x.py"])
def test_a_learner_that_no_paper_of_the_checkout_names_is_not_run(where, finished, tmp_path):
    copy_of_results(finished, tmp_path)
    file, ran = tmp_path / where.format(tmp_path), tmp_path / "ran"
    file.write_text(f"open({str(ran)!r}, 'w')\nclass L: pass\n", encoding="utf-8")
    of(run=f"{file}:L")(tmp_path / "results" / RUN)
    (words,) = failures(finished, tmp_path).values()
    assert words.startswith(f"run is {file}:L; expected")
    assert not ran.exists()


def test_another_yaml_file_beside_the_results_is_named(finished, tmp_path):
    copy_of_results(finished, tmp_path)
    path = tmp_path / "workflow/papers/tiny.yaml"
    path.parent.mkdir(parents=True)
    text = (finished / "workflow/papers/tiny.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("horizon: 60", "horizon: 6000"), encoding="utf-8")
    ((name, words),) = failures(finished, tmp_path).items()
    assert name.endswith("workflow/papers/tiny.yaml")
    assert words.startswith("its SHA-256 is ")


def test_what_cannot_be_verified_is_one_line(finished, tmp_path):
    for size, words in (("0", "--sample: found 0; expected at least 1"), ("1", "no such file")):
        answer = delayed_bandits(finished, tmp_path, "verify", "nowhere", "--sample", size)
        assert answer.returncode == 1
        assert words in answer.stderr.splitlines()[0]


def write(path, regret, **about):
    write_table(path, pa.table({"regret": column(np.array(regret))}), about)
    return path


def test_tables_are_compared_but_for_provenance_under_other_versions(tmp_path):
    first = write(tmp_path / "a.parquet", [1.0, 2.0], digest="x", provenance={"numpy": "1"})
    again = write(tmp_path / "b.parquet", [1.0, 2.0], digest="x", provenance={"numpy": "2"})
    assert difference(first, again, "; numpy 1, here 2") == ""
    assert difference(first, again, "").startswith("found other bytes; expected")
    number = write(tmp_path / "c.parquet", [1.0, 3.0], digest="x", provenance={"numpy": "2"})
    digest = write(tmp_path / "d.parquet", [1.0, 2.0], digest="y", provenance={"numpy": "2"})
    said = "line 2: found \"{'regret': 2.0}\"; expected \"{'regret': 3.0}\", as made again"
    for versions in ("", "; numpy 1, here 2"):
        assert difference(first, number, versions) == said
        assert '"digest": "x"' in difference(first, digest, versions)


def test_texts_are_compared_but_for_provenance_under_other_versions(tmp_path):
    first, again = tmp_path / "a.json", tmp_path / "b.json"
    document = {"word": "in part", "provenance": {"numpy": "1"}, "claims": ["x" * 200]}
    first.write_text(json.dumps(document, indent=1), encoding="utf-8")
    again.write_text(first.read_text("utf-8").replace('"1"', '"2"'), encoding="utf-8")
    assert difference(first, again, "; numpy 1, here 2") == ""
    assert difference(first, again, "") != ""
    again.write_text(first.read_text("utf-8").replace("in part", "reproduced"), encoding="utf-8")
    said = difference(first, again, "; numpy 1, here 2")
    assert re.match("line 2: found .*in part.*; expected .*reproduced", said), said
    again.write_text(first.read_text("utf-8") + "\n", encoding="utf-8")
    assert difference(first, again, "").startswith("found other bytes")
    first.write_bytes(b"\xff\xfe")
    assert difference(first, again, "").startswith("line 1: ")


def test_what_was_kept_through_an_edit_is_compared_by_its_numbers(remade):
    """An edit of a label draws again; runs and claims stay, and name the sources before it."""
    source = remade / "src/delayed_bandits/papers/tiny/figures.py"
    with edited(source, "Figures of the", "The figures of the"):
        snakemake(remade, *QUICKLY)
        answer = delayed_bandits(remade, remade, "verify", "results", "--sample", "9", "--json")
    assert answer.returncode == 0, answer.stderr
    found = {row["file"]: row["verdict"] for row in json.loads(answer.stdout)["findings"]}
    for name in (RUN, "claims/tiny.json"):
        assert found[f"results/{name}"] == "made again with the same content"

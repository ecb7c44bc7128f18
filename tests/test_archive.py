import hashlib
import json
import os
import zipfile
from pathlib import Path
from urllib.parse import unquote

import pytest

from conftest import refused
from delayed_bandits import algorithms
from delayed_bandits.experiments import description
from delayed_bandits.report.archive import unpacked, write_archive
from projects import PRODUCTS, run_files

PROFILE = "https://w3id.org/ro/wfrun/workflow/0.5"
METADATA = "ro-crate-metadata.json"


def members(archive):
    with zipfile.ZipFile(archive) as file:
        return {name: file.read(name) for name in file.namelist()}


@pytest.fixture(scope="module")
def archive(finished, tmp_path_factory):
    path = tmp_path_factory.mktemp("archive") / "out.zip"
    with pytest.MonkeyPatch.context() as patch:
        pack(path, finished, patch)
    return path


def pack(path, project, patch):
    """Write an archive with the tiny paper among those of the package."""
    sources = str(project / "src/delayed_bandits")
    patch.setattr(algorithms, "__path__", [*algorithms.__path__, f"{sources}/algorithms"])
    patch.setattr(description, "functions_of", lambda _: ["regret"])
    patch.chdir(project)
    write_archive(path, Path("results"), Path())


@pytest.fixture(scope="module")
def crate(archive):
    """Entities by identifier. Single values are put into lists, which JSON-LD allows."""
    document = json.loads(members(archive)[METADATA])
    assert document["@context"][0] == "https://w3id.org/ro/crate/1.1/context"
    graph = document["@graph"]
    found = {e["@id"]: {k: v if isinstance(v, list) else [v] for k, v in e.items()} for e in graph}
    assert len(found) == len(graph)
    return found


def ids(entity, name):
    return [value["@id"] for value in entity.get(name, [])]


def test_equal_runs_give_the_same_archive(archive, finished, tmp_path, monkeypatch):
    os.utime(finished / "results/report.html")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    pack(tmp_path / "again.zip", finished, monkeypatch)
    assert (tmp_path / "again.zip").read_bytes() == archive.read_bytes()


INPUTS = {"results/provenance.json", "results/claims/tiny.tex", "requirements.lock", "Snakefile"}
INPUTS |= {"workflow/papers/tiny.yaml", "src/delayed_bandits/algorithms/fixed.py", "config.yaml"}


def test_archive_describes_every_file(archive, finished, crate):
    with zipfile.ZipFile(archive) as file:
        assert {entry.date_time for entry in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    files = members(archive)
    del files[METADATA]
    assert list(files) == sorted(files)
    runs = {f"results/runs/tiny/{name}" for name in run_files(finished)}
    assert INPUTS | PRODUCTS | runs <= files.keys()
    assert not [name for name in files if "__pycache__" in name or name.startswith((".", "/"))]
    described = {unquote(key): crate[key] for key in crate if "File" in crate[key]["@type"]}
    assert described.keys() == files.keys() == {unquote(key) for key in ids(crate["./"], "hasPart")}
    for name, entity in described.items():
        assert entity["sha256"] == [hashlib.sha256(files[name]).hexdigest()]


def test_archive_is_a_workflow_run_crate(crate):
    """Check each MUST of the profile, taken from its text and not from the code."""
    about, root = crate["ro-crate-metadata.json"], crate["./"]
    assert ids(about, "about") == ["./"]
    assert "https://w3id.org/ro/crate/1.1" in ids(about, "conformsTo")
    assert PROFILE in ids(root, "conformsTo")
    assert all("CreativeWork" in crate[key]["@type"] for key in ids(root, "conformsTo"))
    for name in ("name", "description", "datePublished", "license"):
        assert root[name]
    (workflow,) = ids(root, "mainEntity")
    assert {"File", "SoftwareSourceCode", "ComputationalWorkflow"} <= set(crate[workflow]["@type"])
    (language,) = ids(crate[workflow], "programmingLanguage")
    assert crate[language]["@type"] == ["ComputerLanguage"]
    actions = [entity for entity in crate.values() if entity["@type"] == ["CreateAction"]]
    assert [ids(action, "instrument") for action in actions] == [[workflow]]
    assert ids(root, "mentions") == actions[0]["@id"]
    for entity in crate.values():
        for values in entity.values():
            for value in values:
                if isinstance(value, dict):
                    assert value["@id"] in crate or value["@id"].startswith("http"), value


def rewritten(archive, folder, changes):
    """An archive with other members; None removes a member."""
    path = folder / "changed.zip"
    with zipfile.ZipFile(path, "w") as file:
        for name, data in (members(archive) | changes).items():
            if data is not None:
                file.writestr(name, data)
    return path


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("results/claims.csv", None, "results/claims.csv"),
        ("x.txt", b"", "x.txt"),
        ("config.yaml", b"papers: []", "config.yaml"),
        (METADATA, None, "changed.zip"),
        ("../out.txt", b"", "out.txt"),
    ],
)
def test_changed_archive_is_refused(archive, tmp_path, name, content, expected):
    with refused("", expected), unpacked(rewritten(archive, tmp_path, {name: content})):
        pass
    assert not (tmp_path / "out.txt").exists()


def test_unfinished_run_is_not_archived(remade, tmp_path, monkeypatch):
    (remade / "results/claims.csv").unlink()
    with refused("results/claims.csv: "):
        pack(tmp_path / "a.zip", remade, monkeypatch)
    assert not list(tmp_path.iterdir())

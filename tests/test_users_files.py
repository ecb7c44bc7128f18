import pytest

from criteo_file import generate
from delayed_bandits.cli.commands import main
from logs import clicks
from projects import QUICKLY, log, snakemake

RAW = "data/raw/criteo_attribution_dataset"


def write_log(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".parquet":
        clicks(200).to_parquet(path)
    else:
        clicks(200).to_csv(path, index=False)


def bytes_of(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("arguments", "mine"),
    [
        (["log", "delays.parquet", "--output", "."], "delays.parquet"),
        (["log", "log.csv", "--output", "out"], "out/index.html"),
        (["log", "log.csv", "--output", "out"], "out/delays.parquet"),
        (["archive", ".", "thesis.zip"], "thesis.zip"),
    ],
)
def test_commands_replace_no_file_of_a_user(arguments, mine, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write_log(tmp_path / "log.csv")
    write_log(tmp_path / mine)
    before = bytes_of(tmp_path)
    assert main(arguments) == 1
    assert f"error: {mine}: " in capsys.readouterr().err
    assert bytes_of(tmp_path) == before


def test_log_replaces_its_earlier_findings(tmp_path):
    write_log(tmp_path / "log.csv")
    found = []
    for _ in range(2):
        assert main(["log", str(tmp_path / "log.csv"), "--output", str(tmp_path / "out")]) == 0
        found.append(bytes_of(tmp_path))
    assert found[0] == found[1]


@pytest.mark.workflow
@pytest.mark.parametrize("key", ["criteo", "log"])
def test_inputs_in_place_of_outputs_are_refused(key, unstarted):
    path = unstarted / f"results/{key}/delays.parquet"
    path.parent.mkdir(parents=True)
    path.write_text("mine", encoding="utf-8")
    for given in (path.relative_to(unstarted), path):
        printed = snakemake(unstarted, *QUICKLY, "-F", "--config", f"{key}={given}", status=1)
        said = f"error: config.yaml, {key}: "
        assert any(line.startswith(said) for line in printed.splitlines())
        assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.workflow
@pytest.mark.parametrize(
    ("criteo", "name", "status"),
    [
        (f"{RAW}.tsv.gz", f"{RAW}.tsv.gz", 0),
        ("huggingface", f"{RAW}.tsv.gz", 1),
        ("download", f"{RAW}.zip", 1),
    ],
)
def test_runs_delete_no_criteo_file_of_a_user(criteo, name, status, unstarted):
    """Files in the folder of downloads survive -F."""
    generate(unstarted / "made_up.tsv.gz", 2000, 0)
    path = unstarted / name
    path.parent.mkdir()
    (unstarted / "made_up.tsv.gz").rename(path)
    before, written = path.read_bytes(), path.stat().st_mtime_ns
    options = (*QUICKLY, "-F", "--config", f"criteo={criteo}")
    try:
        snakemake(unstarted, *options, "--", "results/criteo/delays.parquet", status=status)
        assert (path.read_bytes(), path.stat().st_mtime_ns) == (before, written)
        if status:
            assert f"error: {name}: " in log(unstarted, "download.log")
    finally:
        path.unlink(missing_ok=True)
        path.parent.rmdir()

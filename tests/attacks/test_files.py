"""Files of users that lie where a command or a run writes."""

import re

import pytest

from attacks.table import Attack, bytes_of, each, one_error, write
from criteo_file import generate
from delayed_bandits.cli.commands import main
from logs import clicks
from projects import QUICKLY, log, snakemake

pytestmark = pytest.mark.workflow

REPLACED = ": exists, without the other files of a run"
ITSELF = ": --output would replace the log itself"


def table(name):
    """Give the function that writes a log."""

    def prepare(folder):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        if path.suffix == ".parquet":
            clicks(200).to_parquet(path)
        else:
            clicks(200).to_csv(path, index=False)

    return prepare


def found(folder):
    """Write the findings of a log."""
    table("log.csv")(folder)
    main(["log", str(folder / "log.csv"), "--output", str(folder / "out")])


def of_log(done, seen, *steps, name="log.csv", output="out"):
    arguments = ["log", name, "--output", output]
    return Attack(done, seen, arguments, lambda folder: [step(folder) for step in steps])


IN_PLACE, AMONG, SITE = "delays.parquet", "out/left_out.txt", "out/index.html"
OTHERS = "out/delays.parquet"
NO_ARCHIVE = "thesis.zip: would be replaced; expected a new file, or an archive$"
ATTACKS = [
    of_log("in its place", IN_PLACE + ITSELF, table(IN_PLACE), name=IN_PLACE, output="."),
    of_log("among earlier findings", AMONG + ITSELF, found, table(AMONG), name=AMONG),
    of_log("a site", SITE + REPLACED, table("log.csv"), write(SITE, "mine")),
    of_log("other delays", OTHERS + REPLACED, table("log.csv"), table(OTHERS)),
    Attack("no archive", NO_ARCHIVE, ["archive", ".", "thesis.zip"], write("thesis.zip", "mine")),
]


@each(ATTACKS)
def test_a_command_replaces_no_file_of_a_user(attack, tmp_path, monkeypatch, capsys):
    attack.prepare(tmp_path)
    before = bytes_of(tmp_path)
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    assert main(list(attack.arguments)) == 1
    assert re.match(attack.seen, one_error(capsys.readouterr().err))
    assert bytes_of(tmp_path) == before


def test_findings_replace_earlier_ones(tmp_path):
    found(tmp_path)
    before = bytes_of(tmp_path)
    found(tmp_path)
    assert bytes_of(tmp_path) == before


@pytest.mark.parametrize("key", ["criteo", "log"])
@pytest.mark.parametrize("place", ["results/{0}/delays.parquet", "{1}/results/{0}/delays.parquet"])
def test_data_in_the_place_of_an_output_are_refused(key, place, unstarted):
    path = unstarted / f"results/{key}/delays.parquet"
    write(path.relative_to(unstarted), "mine")(unstarted)
    given = place.format(key, unstarted)
    printed = snakemake(unstarted, *QUICKLY, "-F", "--config", f"{key}={given}", status=1)
    said = f"error: config.yaml, {key}: {given!r} would be overwritten by the run. "
    assert any(line.startswith(said) for line in printed.splitlines())
    assert path.read_bytes() == b"mine"


RAW = "data/raw/criteo_attribution_dataset"


@pytest.mark.parametrize(
    ("criteo", "name", "status"),
    [
        (f"{RAW}.tsv.gz", f"{RAW}.tsv.gz", 0),
        ("huggingface", f"{RAW}.tsv.gz", 1),
        ("download", f"{RAW}.zip", 1),
    ],
)
def test_a_run_deletes_no_criteo_file_of_a_user(criteo, name, status, unstarted):
    """Not even where downloads go, with -F."""
    generate(unstarted / "made_up.tsv.gz", 2000, 0)
    path = unstarted / name
    path.parent.mkdir()
    (unstarted / "made_up.tsv.gz").rename(path)
    before, written = path.read_bytes(), path.stat().st_mtime_ns
    target = "results/criteo/delays.parquet"
    try:
        snakemake(
            unstarted, *QUICKLY, "-F", "--config", f"criteo={criteo}", "--", target, status=status
        )
        assert (path.read_bytes(), path.stat().st_mtime_ns) == (before, written)
        if status:
            assert f"error: {name}: its SHA-256 is " in log(unstarted, "download.log")
    finally:
        path.unlink(missing_ok=True)
        path.parent.rmdir()

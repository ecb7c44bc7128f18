"""How many seeds go into a run file; which run files a job makes, and which of them it keeps."""

from dataclasses import asdict, replace
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from delayed_bandits.algorithms.learners.guard import LearnerError
from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments import blocks as b
from delayed_bandits.experiments import job
from delayed_bandits.experiments.delay_tables import ObservedDelays
from delayed_bandits.experiments.plan import PlannedRuns
from delayed_bandits.files.tables import read_footer
from delayed_bandits.traces.linear.trace import LinearTrace
from single_runs import LINEAR, OTFLINUCB, simulate_to

FIRST = replace(LINEAR, setting="first").shrunk(horizon=10, delay={"law": "constant", "rounds": 1})
RECORDED = {"law": "criteo", "scale": 1}
CRITEO = replace(OTFLINUCB, setting="second").shrunk(horizon=10, delay=RECORDED)
SOURCES = {"linear_baselines": "a", "otflin": "b"}
DELAYS = ObservedDelays("made up", pa.array([0, 1, 4]).to_numpy())

SETTINGS = [f"setting-{i}" for i in range(6)]
ALGORITHMS = [f"algorithm-{i}" for i in range(4)]
PAIRS = st.tuples(st.sampled_from(SETTINGS), st.sampled_from(ALGORITHMS))
HORIZONS = st.integers(1, 10**8)
FIGURES = st.dictionaries(st.sampled_from("abc"), st.sets(st.sampled_from(SETTINGS)))


def runs_of(horizons):
    return {
        (setting, name): replace(FIRST, setting=setting, algorithm=name, trace={"horizon": horizon})
        for (setting, name), horizon in horizons.items()
    }


def packed_of(runs, size, shown, job_seconds=10.0, seeds=8):
    seeds_of = {setting: seeds for setting, _ in runs}
    return b.batches(runs, dict.fromkeys(runs, size), seeds_of, shown, job_seconds)


def shown_by(setting, shown):
    return {name for name, settings in shown.items() if setting in settings}


@given(
    st.dictionaries(PAIRS, HORIZONS, min_size=1), FIGURES, st.floats(0.1, 100), st.integers(1, 9)
)
def test_batches(horizons, shown, job_seconds, size):
    runs = runs_of(horizons)
    made = packed_of(runs, size, shown, job_seconds)
    every = [block for packed in made.values() for block in packed]
    assert sorted((one.specification.digest, s) for one in every for s in one.seeds) == sorted(
        (run.digest, seed) for run in runs.values() for seed in range(8)
    )
    for packed in made.values():
        figures = [shown_by(block.specification.setting, shown) for block in packed]
        assert figures == figures[:1] * len(packed)
        seconds = sum(block.seconds for block in packed)
        assert len(packed) == 1 or seconds <= job_seconds * (1 + 1e-9)


@given(st.dictionaries(PAIRS, HORIZONS, min_size=1), PAIRS, HORIZONS, FIGURES)
def test_a_new_run_changes_no_batch_of_other_figures(horizons, added, horizon, shown):
    old = packed_of(runs_of(horizons), 8, shown)
    new = packed_of(runs_of(horizons | {added: horizon}), 8, shown)
    for name, packed in old.items():
        setting = packed[0].specification.setting
        if shown_by(setting, shown) != shown_by(added[0], shown):
            assert new[name] == packed


def test_a_command_does_not_become_too_long():
    runs = runs_of({(SETTINGS[0], f"algorithm-{i}"): 1 for i in range(1000)})
    made = packed_of(runs, 1, {}, seeds=1)
    assert max(map(len, made.values())) == b.MOST_FILES_OF_BATCH


def sizes_of(horizons, n_seeds=10**6, seeds_per_job="auto", job_seconds=10.0):
    """The sizes of blocks of runs of these horizons."""
    return b.block_sizes(runs_of(horizons), every(horizons, n_seeds), seeds_per_job, job_seconds)


def every(runs, n_seeds):
    return {setting: n_seeds for setting, _ in runs}


def test_a_number_is_taken_for_every_run():
    horizons = {("a", "x"): 10, ("b", "x"): 10**7}
    assert sizes_of(horizons, seeds_per_job=7) == dict.fromkeys(horizons, 7)


@given(st.integers(1, 10**7), st.floats(0.1, 1000))
def test_a_block_takes_about_as_long_as_it_should(horizon, job_seconds):
    alone = {("a", "x"): horizon}
    one = runs_of(alone)["a", "x"].seconds
    size = sizes_of(alone, n_seeds=1, job_seconds=job_seconds)["a", "x"]
    assert size == 1 or size * one <= job_seconds
    assert size * one > job_seconds / 2.5 or size == 5 * 10**8
    assert str(size).rstrip("0") in {"1", "2", "5"}


@given(st.integers(2, 10**6), st.integers(1, 10**6))
def test_there_are_never_too_many_files(seeds, horizon):
    runs = {("a", "x"): horizon, ("b", "x"): horizon // 2 + 1}
    assert b.file_count(sizes_of(runs, seeds), every(runs, seeds)) <= b.MOST_FILES


def test_more_runs_than_files_have_one_file_each():
    runs = {(str(i), "x"): 10**6 for i in range(b.MOST_FILES + 1)}
    assert b.file_count(sizes_of(runs, 50), every(runs, 50)) == b.MOST_FILES + 1


def test_more_seeds_leave_full_blocks_as_they_are():
    size, more = (sizes_of({("a", "x"): 10**6}, seeds)["a", "x"] for seeds in (400, 4000))
    assert size == more
    assert b.blocks(400, size)[0] == b.blocks(4000, size)[0] == f"0-{size - 1}"
    assert [b.blocks(seeds, 7) for seeds in (7, 8)] == [["0-6"], ["0-6", "7-7"]]


def expected_of(*runs, sources, seeds=3, delays=DELAYS):
    about = {"seeds": seeds, "size": 2}
    entries = {
        f"{run.setting}/{run.algorithm}": about
        | {"specification": asdict(run), "sources": sources[run.module]}
        for run in runs
    }
    return PlannedRuns(delays.origin, "", entries)


def made(folder, expected, delays=DELAYS):
    """Make the run files that are expected below a folder; give them."""
    files = expected.files(folder / "runs/paper")
    job.simulate_batch(files, expected, folder, delays)
    return files


def stamp(path):
    return path.stat().st_ino, path.stat().st_mtime_ns


def kept(folder):
    return {stamp(path) for path in folder.glob("kept/*")}


@pytest.fixture
def remade(tmp_path):
    """A function that runs the batch and gives the names of the files that it simulated."""

    def make(first=FIRST, delays=DELAYS, planned=SOURCES, found=None):
        before = kept(tmp_path)
        expected = expected_of(first, CRITEO, sources=planned, delays=delays)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(job, "digest_of_sources", (found or planned).get)
            files = made(tmp_path, expected, delays)
        for path in files:
            expected.check(path, read_footer(path))
        new = kept(tmp_path) - before
        return {path.relative_to(tmp_path).as_posix() for path in files if stamp(path) in new}

    assert make() == {ONE, TWO, THREE, FOUR}
    return make


ONE, TWO = (f"runs/paper/first/random/{name}.parquet" for name in ("0-1", "2-2"))
THREE, FOUR = (f"runs/paper/second/random/{name}.parquet" for name in ("0-1", "2-2"))


def test_files_that_are_kept_are_linked(remade, tmp_path):
    assert remade() == set()
    (tmp_path / ONE).unlink()
    (tmp_path / TWO).write_bytes(b"")
    assert remade() == {TWO}  # the same file has two names


def test_files_are_copied_where_the_disk_knows_no_links(remade, tmp_path, monkeypatch):
    (tmp_path / ONE).unlink()
    monkeypatch.setattr(job.os, "link", lambda *_: (_ for _ in ()).throw(OSError))
    assert remade() == set()
    assert {path.stat().st_nlink for path in tmp_path.glob("kept/*")} == {1}


def test_algorithms_of_a_setting_share_traces(tmp_path, monkeypatch):
    greedy = replace(CRITEO, setting="first", algorithm="greedy", trace=FIRST.trace)
    other = replace(FIRST, algorithm="other", trace=FIRST.trace | {"arms": 4})
    runs = [FIRST, greedy, other]
    drawn = []
    draw = LinearTrace.draw
    monkeypatch.setattr(
        LinearTrace, "draw", lambda *_, **keys: drawn.append(keys["arms"]) or draw(*_, **keys)
    )
    monkeypatch.setattr(job, "digest_of_sources", SOURCES.get)
    made(tmp_path, expected_of(*runs, sources=SOURCES, seeds=2), None)
    assert drawn == [3, 3, 4, 4]
    for run in runs:
        simulate_to(tmp_path / "alone", run, range(2), None, SOURCES[run.module])
        file = tmp_path / f"runs/paper/first/{run.algorithm}/0-1.parquet"
        assert file.read_bytes() == (tmp_path / "alone").read_bytes()


def test_a_broken_learner_takes_no_other_with_it(tmp_path, monkeypatch):
    broken = Path(__file__).parent / "learners/broken.py"
    runs = [
        replace(FIRST, algorithm=name, run=f"{broken}:{name}", parameters={})
        for name in ("RaisesOnSets", "Sets")
    ]
    sources = {str(broken): "a", **SOURCES}
    monkeypatch.setattr(job, "digest_of_sources", sources.get)
    expected = expected_of(*runs, FIRST, sources=sources)
    files = made(tmp_path, expected)
    footers = [read_footer(path) for path in files]
    said = "the constructor raised TypeError: no; expected a learner"
    line = f"{broken}:RaisesOnSets, seed 0: {said}"
    assert [footer.get("failure") for footer in footers] == [line, line, *[None] * 4]
    before = kept(tmp_path)
    made(tmp_path, expected)
    assert kept(tmp_path) == before
    assert len(before) == 4
    with pytest.raises(LearnerError, match="seed 0: the constructor"):
        simulate_to(files[0], runs[0], range(2), None, "a")


def test_what_is_of_others_is_simulated_again(remade):
    """Of other sources, which must be those of the plan; of other delays or specifications."""
    other = SOURCES | {"otflin": "c"}
    with pytest.raises(InputError, match=f"{THREE}: a source of algorithms/otflin.py was edited"):
        remade(planned=other, found=SOURCES)
    assert remade(planned=other) == {THREE, FOUR}
    assert remade(planned=dict.fromkeys(SOURCES, "c")) == {ONE, TWO}
    assert remade() == set()
    assert remade(delays=ObservedDelays("others", DELAYS.seconds)) == {THREE, FOUR}
    assert remade(first=replace(FIRST, master_seed=2)) == {ONE, TWO}


@pytest.mark.parametrize("damage", ["missing", "cut off", "of another run"])
def test_a_kept_file_that_cannot_be_used(damage, remade, tmp_path):
    whole, other = (tmp_path / name for name in (TWO, ONE))
    expected = whole.read_bytes()
    (path,) = [path for path in tmp_path.glob("kept/*") if path.samefile(whole)]
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(expected[:-9] if damage == "cut off" else other.read_bytes())
    assert remade() == {TWO}
    assert whole.read_bytes() == expected
    assert read_footer(path)["sources"] == "a"

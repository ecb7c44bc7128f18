from dataclasses import asdict, replace

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments import blocks as b
from delayed_bandits.experiments import job
from delayed_bandits.experiments.delay_tables import ObservedDelays
from delayed_bandits.experiments.simulation import write_runs
from delayed_bandits.experiments.sweep import RunGroup
from single_runs import LINEAR, OTFLINUCB, simulate_to

ONE_ROUND = {"distribution": "constant", "rounds": 1}
FIRST = replace(LINEAR, setting="first").shrunk(horizon=10, delay=ONE_ROUND)
RECORDED = {"distribution": "criteo", "scale": 1}
CRITEO = replace(OTFLINUCB, setting="second").shrunk(horizon=10, delay=RECORDED)
SOURCES = {"linear_baselines": "a", "otflin": "b"}
DELAYS = ObservedDelays("made up", pa.array([0, 1, 4]).to_numpy())

SETTINGS = [f"setting-{i}" for i in range(6)]
ALGORITHMS = [f"algorithm-{i}" for i in range(4)]
PAIRS = st.tuples(st.sampled_from(SETTINGS), st.sampled_from(ALGORITHMS))
HORIZONS = st.integers(1, 10**8)
RUNS = st.dictionaries(PAIRS, HORIZONS, min_size=1)
FIGURES = st.dictionaries(st.sampled_from("abc"), st.sets(st.sampled_from(SETTINGS)))


def runs_of(horizons):
    return {
        (setting, name): replace(FIRST, setting=setting, algorithm=name, trace={"horizon": horizon})
        for (setting, name), horizon in horizons.items()
    }


def packed_of(runs, size, shown, job_seconds=10.0, seeds=8):
    seeds_of = {setting: seeds for setting, _ in runs}
    return b.packed(runs, dict.fromkeys(runs, size), seeds_of, shown, job_seconds)


def shown_by(setting, shown):
    return {name for name, settings in shown.items() if setting in settings}


@given(RUNS, FIGURES, st.floats(0.1, 100), st.integers(1, 9))
def test_run_groups_hold_every_run_once(horizons, shown, job_seconds, size):
    runs = runs_of(horizons)
    made = packed_of(runs, size, shown, job_seconds)
    every = [block for packed in made for block in packed]
    expected = sorted((run.digest, seed) for run in runs.values() for seed in range(8))
    assert sorted((one.specification.digest, s) for one in every for s in one.seeds) == expected
    for packed in made:
        figures = [shown_by(block.specification.setting, shown) for block in packed]
        assert figures == figures[:1] * len(packed)
        seconds = sum(block.seconds for block in packed)
        assert len(packed) == 1 or seconds <= job_seconds * (1 + 1e-9)


@given(RUNS, PAIRS, HORIZONS, FIGURES)
def test_new_run_changes_no_other_run_group(horizons, added, horizon, shown):
    old = packed_of(runs_of(horizons), 8, shown)
    new = packed_of(runs_of(horizons | {added: horizon}), 8, shown)
    for packed in old:
        setting = packed[0].specification.setting
        if shown_by(setting, shown) != shown_by(added[0], shown):
            assert packed in new


def sizes_of(horizons, n_runs=10**6, seeds_per_job="auto", job_seconds=10.0):
    return b.block_sizes(runs_of(horizons), every(horizons, n_runs), seeds_per_job, job_seconds)


def every(runs, n_runs):
    return {setting: n_runs for setting, _ in runs}


@given(st.integers(1, 10**7), st.floats(0.1, 1000))
def test_block_takes_the_time_of_a_job(horizon, job_seconds):
    alone = {("a", "x"): horizon}
    one = runs_of(alone)["a", "x"].seconds
    size = sizes_of(alone, n_runs=1, job_seconds=job_seconds)["a", "x"]
    assert size == 1 or size * one <= job_seconds
    assert size * one > job_seconds / 2.5 or size == 5 * 10**8
    assert str(size).rstrip("0") in {"1", "2", "5"}


@given(st.integers(2, 10**6), st.integers(1, 10**6))
def test_number_of_run_files_is_limited(seeds, horizon):
    runs = {("a", "x"): horizon, ("b", "x"): horizon // 2 + 1}
    assert b.file_count(sizes_of(runs, seeds), every(runs, seeds)) <= b.MOST_FILES


def test_more_seeds_keep_full_blocks():
    size, more = (sizes_of({("a", "x"): 10**6}, seeds)["a", "x"] for seeds in (400, 4000))
    assert size == more
    assert b.blocks(400, size)[0] == b.blocks(4000, size)[0] == f"0-{size - 1}"
    assert [b.blocks(seeds, 7) for seeds in (7, 8)] == [["0-6"], ["0-6", "7-7"]]


def group_of(*runs, seeds=("0-1", "2-2")):
    """What `RunGroup.runs` lists, with digests of sources made up."""
    return [
        {"specification": asdict(run), "seeds": block, "sources": SOURCES.get(run.module, "a")}
        for run in runs
        for block in seeds
    ]


@pytest.fixture
def make(tmp_path, monkeypatch):
    """A function that makes a run group, and returns its folder and the simulated runs."""
    written = []
    monkeypatch.setattr(job, "digest_of_sources", lambda module: SOURCES.get(module, "a"))
    monkeypatch.setattr(job, "write_runs", lambda f, *r: (written.extend(f), write_runs(f, *r)))

    def make(name, runs, delays=DELAYS):
        written.clear()
        folder = tmp_path / "runs" / "paper" / name
        job.simulate_group(folder, runs, delays)
        assert not list(folder.parent.glob(".*"))
        return folder, {"/".join(path.parts[-3:]) for path, *_ in written}

    return make


ONE, TWO = (f"first/random/{block}.parquet" for block in ("0-1", "2-2"))
THREE, FOUR = (f"second/random/{block}.parquet" for block in ("0-1", "2-2"))


def test_runs_of_another_folder_are_linked(make):
    assert make("a", group_of(FIRST, CRITEO))[1] == {ONE, TWO, THREE, FOUR}
    folder, simulated = make("b", group_of(FIRST))
    assert simulated == set()
    assert (folder / ONE).samefile(folder.with_name("a") / ONE)
    assert {path.name for path in folder.rglob("*.parquet")} == {"0-1.parquet", "2-2.parquet"}


def test_killed_job_resumes(make):
    folder, _ = make("a", group_of(FIRST, CRITEO))
    folder.rename(folder.with_name(".b.tmp"))
    (folder.with_name(".b.tmp") / TWO).unlink()
    assert make("b", group_of(FIRST, CRITEO))[1] == {TWO}


@pytest.mark.parametrize("damage", ["cut off", "flipped", "of another run"])
def test_damaged_run_is_simulated_again(damage, make):
    folder, _ = make("a", group_of(FIRST))
    whole = (folder / TWO).read_bytes()
    broken = {
        "cut off": whole[:-9],
        "flipped": whole[:60] + bytes([whole[60] ^ 1]) + whole[61:],
        "of another run": (folder / ONE).read_bytes(),
    }
    (folder / TWO).write_bytes(broken[damage])
    other, simulated = make("b", group_of(FIRST))
    assert simulated == {TWO}
    assert (other / TWO).read_bytes() == whole


def test_stale_runs_are_simulated_again(make, monkeypatch):
    """Runs are stale if sources, delays or specification differ."""
    make("a", group_of(FIRST, CRITEO))
    others = ObservedDelays("others", DELAYS.seconds)
    assert make("b", group_of(FIRST, CRITEO), others)[1] == {THREE, FOUR}
    assert make("c", group_of(replace(FIRST, master_seed=2)))[1] == {ONE, TWO}
    monkeypatch.setitem(SOURCES, "otflin", "c")
    assert make("d", group_of(FIRST, CRITEO))[1] == {THREE, FOUR}


def test_source_edited_during_the_run_is_refused(make, monkeypatch):
    runs = group_of(CRITEO)
    monkeypatch.setitem(SOURCES, "otflin", "c")
    with pytest.raises(InputError, match=r"otflin\.py"):
        make("a", runs)


def test_shared_traces_give_the_same_bytes(make, tmp_path):
    greedy = replace(CRITEO, setting="first", algorithm="greedy", trace=FIRST.trace)
    other = replace(FIRST, algorithm="other", trace=FIRST.trace | {"arms": 4})
    runs = [FIRST, greedy, other]
    folder, _ = make("a", group_of(*runs, seeds=["0-1"]), None)
    for run in runs:
        simulate_to(tmp_path / "alone", run, range(2), None, SOURCES[run.module])
        file = folder / f"first/{run.algorithm}/0-1.parquet"
        assert file.read_bytes() == (tmp_path / "alone").read_bytes()


def test_run_group_is_named_by_its_inputs():
    block, of = b.Block(CRITEO, "0-1"), {"criteo": "made up"}
    changes = [b.Block(CRITEO, "0-2")], [b.Block(replace(CRITEO, master_seed=2), "0-1")]
    others = [
        RunGroup("paper", blocks, of) for blocks in (*changes, [block, b.Block(FIRST, "0-1")])
    ]
    others.append(RunGroup("paper", [block], {"criteo": "others"}))
    one, same = (RunGroup("paper", [block], of) for _ in range(2))
    assert one.name == same.name
    assert one.name.startswith("second-")
    assert len({one.name, *(other.name for other in others)}) == 5

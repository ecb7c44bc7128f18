"""Which run files a job makes, and which of them it keeps."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from delayed_bandits.algorithms.learners.guard import LearnerError
from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments import batch
from delayed_bandits.experiments.batches import MOST_BYTES, batches
from delayed_bandits.experiments.blocks import Block
from delayed_bandits.experiments.delay_tables import CriteoDelays
from delayed_bandits.experiments.simulation import simulate_to
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.tables import read_digest, read_footer
from delayed_bandits.traces.linear.trace import LinearTrace

FIRST = Specification(
    paper="paper",
    setting="first",
    algorithm="random",
    master_seed=1,
    checkpoints=5,
    trace={"horizon": 10, "arms": 3, "dimension": 2, "action_law": "binary"}
    | {"delay": {"law": "constant", "rounds": 1}},
    run="linear_baselines.uniform_random",
    parameters={},
)
CRITEO = replace(
    FIRST,
    setting="second",
    trace=FIRST.trace | {"delay": {"law": "criteo", "scale": 1}},
    run="otflin.otflinucb",
    parameters={"window": 5, "confidence": 0.1, "regularisation": 1.0},
)
BLOCKS = [Block(FIRST, "0-1"), Block(FIRST, "2-2"), Block(CRITEO, "0-2")]
SOURCES = {"linear_baselines": "a", "otflin": "b"}
DELAYS = CriteoDelays("made up", pa.array([0, 1, 4]).to_numpy())

SETTINGS = [f"setting-{i}" for i in range(6)]
ALGORITHMS = [f"algorithm-{i}" for i in range(4)]
PAIRS = st.tuples(st.sampled_from(SETTINGS), st.sampled_from(ALGORITHMS))
HORIZONS = st.integers(1, 10**8)
FIGURES = st.dictionaries(st.sampled_from("abc"), st.sets(st.sampled_from(SETTINGS)))


def runs_of(horizons):
    return {
        (setting, algorithm): replace(
            FIRST, setting=setting, algorithm=algorithm, trace={"horizon": horizon}
        )
        for (setting, algorithm), horizon in horizons.items()
    }


def seeds_of(runs, number):
    return {setting: number for setting, _ in runs}


def shown_by(setting, shown):
    return {name for name, settings in shown.items() if setting in settings}


@given(
    horizons=st.dictionaries(PAIRS, HORIZONS, min_size=1),
    shown=FIGURES,
    job_seconds=st.floats(0.1, 100),
    size=st.integers(1, 9),
)
def test_batches(horizons, shown, job_seconds, size):
    runs = runs_of(horizons)
    made = batches(runs, dict.fromkeys(runs, size), seeds_of(runs, 8), shown, job_seconds)
    every = [block for packed in made.values() for block in packed]
    assert sorted((b.specification.digest, s) for b in every for s in b.seeds) == sorted(
        (run.digest, seed) for run in runs.values() for seed in range(8)
    )
    for packed in made.values():
        figures = [shown_by(block.specification.setting, shown) for block in packed]
        assert figures == figures[:1] * len(packed)
        seconds = sum(block.seconds for block in packed)
        assert len(packed) == 1 or seconds <= job_seconds * (1 + 1e-9)


@given(
    horizons=st.dictionaries(PAIRS, HORIZONS, min_size=1),
    added=PAIRS,
    horizon=HORIZONS,
    shown=FIGURES,
)
def test_a_new_run_changes_no_batch_of_other_figures(horizons, added, horizon, shown):
    before, after = runs_of(horizons), runs_of(horizons | {added: horizon})
    old, new = (
        batches(r, dict.fromkeys(r, 8), seeds_of(r, 8), shown, 10.0) for r in (before, after)
    )
    for name, packed in old.items():
        setting = packed[0].specification.setting
        if shown_by(setting, shown) != shown_by(added[0], shown):
            assert new[name] == packed


def test_a_command_does_not_become_too_long():
    runs = runs_of({(SETTINGS[0], f"algorithm-{i}"): 1 for i in range(1000)})
    made = batches(runs, dict.fromkeys(runs, 1), seeds_of(runs, 1), {}, 10.0)
    for packed in made.values():
        lengths = [len(json.dumps(asdict(block.specification))) for block in packed]
        assert sum(lengths) <= MOST_BYTES
    assert len(made) > 1


@pytest.fixture
def remade(tmp_path):
    """A function that runs the batch and gives the names of the files that it made."""

    def run(blocks=BLOCKS, delays=DELAYS, planned=SOURCES, found=None):
        before = times(tmp_path)
        listed = tmp_path / "batches/paper/first-1.json"
        planned_blocks = [(block, planned[block.specification.module]) for block in blocks]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(batch, "digest_of_sources", (found or planned).get)
            batch.simulate_batch(listed, planned_blocks, tmp_path, delays)
        after = times(tmp_path)
        digests = json.loads(listed.read_text(encoding="utf-8"))
        assert digests == {name: read_digest(tmp_path / name) for name in after}
        return {name for name, time in after.items() if before.get(name) != time}

    run()
    return run


def times(folder):
    files = folder.glob("runs/**/*.parquet")
    return {path.relative_to(folder).as_posix(): path.stat().st_mtime_ns for path in files}


ONE, TWO, THREE = (
    f"runs/paper/{block.specification.setting}/random/{block.name}.parquet" for block in BLOCKS
)


def test_files_that_are_as_they_should_be_are_kept(remade):
    assert remade() == set()


def test_algorithms_of_a_setting_share_traces(tmp_path, monkeypatch):
    greedy = replace(CRITEO, setting="first", algorithm="greedy", trace=FIRST.trace)
    other = replace(FIRST, algorithm="other", trace=FIRST.trace | {"arms": 4})
    runs = [FIRST, greedy, other]
    planned = [(Block(run, "3-4"), "a") for run in runs]
    drawn = []
    draw = LinearTrace.draw
    monkeypatch.setattr(
        LinearTrace, "draw", lambda *_, **keys: drawn.append(keys["arms"]) or draw(*_, **keys)
    )
    monkeypatch.setattr(batch, "digest_of_sources", lambda _: "a")
    batch.simulate_batch(tmp_path / "list", planned, tmp_path, None)
    assert drawn == [3, 3, 4, 4]
    for run in runs:
        simulate_to(tmp_path / "alone", run, range(3, 5), None, "a")
        file = tmp_path / f"runs/paper/first/{run.algorithm}/3-4.parquet"
        assert file.read_bytes() == (tmp_path / "alone").read_bytes()
        seconds = tmp_path / f"benchmarks/simulate/paper/first/{run.algorithm}/3-4.tsv"
        assert float(seconds.read_text(encoding="utf-8").split()[1]) > 0


def test_a_broken_learner_takes_no_other_with_it(tmp_path, monkeypatch):
    broken = Path(__file__).parent / "learners/broken.py"
    runs = [
        replace(FIRST, algorithm=name, run=f"{broken}:{name}", parameters={})
        for name in ("RaisesOnSets", "Sets")
    ]
    planned = [(Block(run, name), "a") for run in [*runs, FIRST] for name in ("3-4", "5-5")]
    monkeypatch.setattr(batch, "digest_of_sources", lambda _: "a")
    batch.simulate_batch(tmp_path / "list", planned, tmp_path, None)
    made = {path.parent.name for path in tmp_path.glob("runs/**/*.parquet")}
    assert made == {"Sets", FIRST.algorithm}
    listed = json.loads((tmp_path / "list").read_text(encoding="utf-8"))
    line = (
        f"{broken}:RaisesOnSets, seed 3: the constructor raised TypeError: no; expected a learner"
    )
    assert list(listed.values())[:2] == [line, line]
    folder = tmp_path / "runs/paper/first/RaisesOnSets"
    assert sorted(path.name for path in folder.iterdir()) == ["3-4.failed.json", "5-5.failed.json"]
    before = {path: path.stat().st_mtime_ns for path in tmp_path.glob("runs/**/*.*")}
    batch.simulate_batch(tmp_path / "list", planned, tmp_path, None)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.glob("runs/**/*.*")} == before
    with pytest.raises(LearnerError, match="seed 3: the constructor"):
        simulate_to(folder / "3-4.parquet", runs[0], range(3, 5), None, "a")


def test_other_sources_of_an_algorithm(remade):
    assert remade(planned=SOURCES | {"otflin": "c"}) == {THREE}
    assert remade(planned=dict.fromkeys(SOURCES, "c")) == {ONE, TWO}


def test_sources_that_are_edited_after_the_run_was_planned(remade):
    planned = SOURCES | {"otflin": "c"}
    with pytest.raises(InputError, match=f"{THREE}: a source of algorithms/otflin.py was edited"):
        remade(planned=planned, found=SOURCES)
    assert remade(planned=planned) == {THREE}


def test_other_delays(remade):
    assert remade(delays=CriteoDelays("others", DELAYS.seconds)) == {THREE}


def test_another_specification(remade):
    other = [Block(replace(FIRST, master_seed=2), block.name) for block in BLOCKS[:2]]
    assert remade(blocks=[*other, BLOCKS[2]]) == {ONE, TWO}


@pytest.mark.parametrize("damage", ["missing", "cut off", "of another run"])
def test_a_file_that_cannot_be_used(damage, remade, tmp_path):
    path = tmp_path / TWO
    expected = path.read_bytes()
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(expected[:-9] if damage == "cut off" else (tmp_path / ONE).read_bytes())
    assert remade() == {TWO}
    assert path.read_bytes() == expected
    assert read_footer(path)["sources"] == "a"

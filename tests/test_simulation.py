from dataclasses import replace

import numpy as np
import pyarrow as pa

from conftest import refused
from delayed_bandits.algorithms.registry import load
from delayed_bandits.experiments import simulation
from delayed_bandits.experiments.delay_tables import read_delays
from delayed_bandits.experiments.simulation import checkpoints, replay
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files import tables
from delayed_bandits.files.sources import sources_of_runs
from delayed_bandits.traces.streams import Streams
from single_runs import OTFLINUCB, simulate_to

SPECIFICATION = replace(OTFLINUCB, checkpoints=7)


def test_checkpoints_are_even_and_end_at_the_horizon():
    assert checkpoints(3000, 200).tolist() == list(range(15, 3001, 15))
    assert checkpoints(3, 200).tolist() == [1, 2, 3]
    assert checkpoints(50, 7)[-1] == 50


def test_regret_does_not_depend_on_blocks():
    whole = replay([SPECIFICATION], range(7))[0]
    parts = pa.concat_tables(replay([SPECIFICATION], range(s, s + 1))[0] for s in range(7))
    assert whole.equals(parts.combine_chunks())
    assert whole.schema.names == ["seed", "round", "regret"]
    regret = whole["regret"].to_numpy().reshape(7, 7)
    assert (np.diff(regret, axis=1) >= 0).all()
    assert len(np.unique(regret[:, -1])) > 1


def test_row_groups_hold_complete_runs(tmp_path, monkeypatch):
    simulate_to(tmp_path / "whole", SPECIFICATION, range(3, 8), None)
    monkeypatch.setattr(simulation, "PART_ROWS", 15)
    simulate_to(tmp_path / "parts", SPECIFICATION, range(3, 8), None)
    assert tables.open_table(tmp_path / "parts") == tables.open_table(tmp_path / "whole")
    sizes = [table.num_rows for table in tables.row_groups(tmp_path / "parts")]
    assert sizes == [14, 14, 7]


def test_algorithms_do_not_change_the_trace(papers):
    runs = {run.run: run for paper in papers.values() for run in paper.runs.values()}
    for run in runs.values():
        arguments = run.shrunk(horizon=3000).trace_arguments(np.arange(10**4))
        learner = load(run.run)
        traces = [learner.trace.draw(Streams(1, "paper"), 0, **arguments) for _ in range(2)]
        learner.play(traces[0], **run.parameters)
        played, fresh = map(vars, traces)
        for name, value in fresh.items():
            if isinstance(value, np.ndarray):
                np.testing.assert_array_equal(played[name], value, err_msg=run.run)


def test_run_file_names_its_provenance_and_is_reproducible(tmp_path):
    for name in ("one", "two"):
        simulate_to(tmp_path / name, SPECIFICATION, range(3, 5), None)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    footer = tables.read_footer(tmp_path / "one")
    assert Specification(**footer["specification"]) == SPECIFICATION
    assert footer["digest"] == SPECIFICATION.digest
    assert footer["seeds"] == [3, 4]
    assert {"delayed-bandits", "commit", "numpy", "numba", "pyarrow"} <= set(footer["provenance"])
    assert footer["criteo"] is None


def test_given_delay_bound_is_checked_against_criteo_delays():
    bounded = replace(SPECIFICATION, run="odaaf.odaaf_b", parameters={"delay_bound": 7})
    trace = {"horizon": 50, "means": [0.5, 0.6], "delay": {"distribution": "criteo", "scale": 1}}
    armed = replace(bounded, trace=trace)
    with refused("", "delay_bound"):
        replay([armed], range(1), np.array([0, 4, 8]))[0]


def test_criteo_delays_are_read_from_their_table(tmp_path):
    specification = SPECIFICATION.shrunk(delay={"distribution": "criteo", "scale": 0.5})
    with refused("", "criteo"):
        simulate_to(tmp_path / "run", specification, range(1), None)
    delays = pa.table({"delay": tables.column(np.array([0, 4, 8]))})
    source = {"source": "local", "attribution": "last", "sha256": "abc"}
    tables.write_table(tmp_path / "delays", delays, source)
    simulate_to(tmp_path / "run", specification, range(1), read_delays(tmp_path / "delays"))
    assert tables.read_footer(tmp_path / "run")["criteo"] == "local, attribution last, sha256 abc"
    expected = replay([specification], range(1), np.array([0, 4, 8]))[0]
    assert tables.read_table(tmp_path / "run").equals(expected)


def test_runs_depend_only_on_their_kind_of_trace():
    folders = {path.parent.name for path in sources_of_runs("odaaf") if "traces" in path.parts}
    assert folders == {"traces", "k_armed"}

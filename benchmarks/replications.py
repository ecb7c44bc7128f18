"""Nanoseconds per round of a whole replication, and of its trace alone.

The runs of a table take turns; it has the median process CPU time of the repetitions, and its ratio
to that of the table's first run.
"""

import argparse
import os
import statistics
import time
from pathlib import Path

from delayed_bandits.files.sources import PACKAGE, source_digest

# Before Numba is imported: a compiler cache that no edit outdates.
os.environ["NUMBA_CACHE_DIR"] = str(
    Path(__file__).resolve().parents[1]
    / "results/numba"
    / source_digest(sorted(PACKAGE.rglob("*.py")))
)

from delayed_bandits.algorithms.registry import load
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.traces.streams import Streams

TWO_ARMS = {"horizon": 250_000, "means": [0.5, 0.6]}
ADVERSARIAL = {
    "horizon": 100_000,
    "arms": 8,
    "losses": {"law": "stochastically_constrained", "gap": 0.25},
}
STOCHASTIC_RUNS = {
    "delayed_ucb.qpmd": {},
    "odaaf.odaaf": {},
    "odaaf.odaaf_v": {},
    "anonymous_baselines.ucb1_on_sums": {},
    "anonymous_baselines.ars_ucb": {},
    "delayed_ucb.delayed_ucb1": {},
    "successive_elimination.successive_elimination": {},
    "delayed_ucb.patient_bandits": {"tail_exponent": 1.0},
    "delayed_ucb.ucb1": {},
}
BOUNDED_RUNS = STOCHASTIC_RUNS | {"odaaf.odaaf_b": {}, "anonymous_baselines.clw_exp3": {}}
ADVERSARIAL_RUNS = {
    "banker.banker_tinf": {},
    "banker_scale_free.banker_sftinf": {},
    "banker_scale_free.banker_sflbinf": {},
    "adversarial_baselines.tsallis_inf": {},
    "adversarial_baselines.exp3": {},
    "adversarial_baselines.bold": {},
    "zimmert_seldin.zimmert_seldin": {},
    "zimmert_seldin.zimmert_seldin_skipping": {},
    "sf_mab.sf_mab": {},
}
BUDGETED = {
    "horizon": 170_000,
    "budget": 85_000,
    "contexts": [0.09, 0.15, 0.11, 0.05, 0.1, 0.05, 0.08, 0.14, 0.13, 0.1],
    "arms": 10,
    "instances": {"law": "uniform", "dimension": 5},
}
MINIMA = [200, 220, 240, 260, 280, 320, 340, 360, 380, 400]
BUDGETED_RUNS = {
    "doral.doral": {"accept": 5},
    "delayed_linucb.d_linucb": {},
    "delayed_linucb.random_d_linucb": {},
    "ucb_alp.ucb_alp": {},
}
PAYOFFS = {
    "payoffs": "losses",
    "maximal_delay": 1000,
    "actions": 70,
    "instances": {"law": "positive", "dimension": 10},
}
PAYOFF_RUNS = {
    "phased_elimination.phased_elimination": {},
    "bounded_elimination.bounded_elimination": {},
    "payoff_baselines.linucb": {"missing": "observed"},
    "payoff_baselines.otflinucb": {},
    "payoff_baselines.uniform_random": {},
}
# title, setting, delays (None: payoffs set them) and runs of each table; ratios to the first run
TABLES = [
    ("K=2, T=250,000, Poisson 20", TWO_ARMS, {"law": "poisson", "mean": 20}, STOCHASTIC_RUNS),
    (
        "K=2, T=250,000, uniform 0 to 40",
        TWO_ARMS,
        {"law": "uniform", "low": 0, "high": 40},
        BOUNDED_RUNS,
    ),
    ("K=8, T=100,000, no delay", ADVERSARIAL, {"law": "constant", "rounds": 0}, ADVERSARIAL_RUNS),
    (
        "K=8, T=100,000, fixed 100",
        ADVERSARIAL,
        {"law": "constant", "rounds": 100},
        ADVERSARIAL_RUNS,
    ),
    (
        "K=8, T=100,000, geometric 100",
        ADVERSARIAL,
        {"law": "geometric", "mean": 100},
        ADVERSARIAL_RUNS,
    ),
    (
        "10 contexts, 10 arms, 5 features, B=T/2=85,000, geometric 100 to 190",
        BUDGETED,
        [{"law": "geometric", "mean": mean} for mean in range(100, 200, 10)],
        BUDGETED_RUNS,
    ),
    (
        "10 contexts, 10 arms, 5 features, B=T/2=85,000, Pareto from 200 to 400",
        BUDGETED,
        [{"law": "pareto", "shape": 2, "minimum": minimum} for minimum in MINIMA],
        BUDGETED_RUNS,
    ),
    ("K=70, n=10, T=100,000, D=1,000, losses", PAYOFFS | {"horizon": 10**5}, None, PAYOFF_RUNS),
    (
        "the same, T=10,000,000",
        PAYOFFS | {"horizon": 10**7},
        None,
        {"phased_elimination.phased_elimination": {}},
    ),
]


def replicate(
    run: str, parameters: dict, setting: dict, delay: dict | list | None, seed: int
) -> tuple[float, float]:
    """Time one replication: nanoseconds of CPU per round of its trace, and of all of it."""
    algorithm = load(run)
    started = time.process_time_ns()
    laws = {} if delay is None else {"delay": laws_from(delay)}
    trace = algorithm.trace.draw(Streams(2026, "benchmark"), seed, **setting, **laws)
    drawn = time.process_time_ns()
    trace.regret(algorithm.play(trace, **parameters))
    ended = time.process_time_ns()
    return (drawn - started) / setting["horizon"], (ended - started) / setting["horizon"]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=31)
    repetitions = parser.parse_args().repetitions
    for title, setting, delay, runs in TABLES:
        times = {run: [] for run in runs}
        for seed in range(repetitions + 1):
            for run, parameters in runs.items():
                times[run].append(replicate(run, parameters, setting, delay, seed))
        medians = {
            run: [statistics.median(part) for part in zip(*pairs[1:], strict=True)]
            for run, pairs in times.items()  # the first compiles
        }
        reference = medians[next(iter(runs))][1]
        print(f"\n| {title} | trace | replication |\n| --- | ---: | ---: |")
        for run, (trace, whole) in medians.items():
            print(f"| {run} | {trace:.0f} | {whole:.0f} ({whole / reference:.2f}) |")


if __name__ == "__main__":
    main()

"""Search for environments in which an adversarial algorithm loses most.

python -m delayed_bandits.papers.arena.worst FILE.csv

Losses are square waves with a gap, since without one random play has no regret. A candidate is a
block length, a gap, and a delay. Its score for an algorithm is `excess`.
"""

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from delayed_bandits.algorithms.registry import load
from delayed_bandits.delays.distributions import distributions_from
from delayed_bandits.traces.streams import Streams

ALGORITHMS: Mapping[str, tuple[str, dict[str, Any]]] = {
    "banker_tinf": ("banker.banker_tinf", {}),
    "banker_tinf_greedy": ("banker.banker_tinf", {"withdrawal": "greedy"}),
    "tsallis_inf": ("adversarial_baselines.tsallis_inf", {}),
    "zimmert_seldin": ("zimmert_seldin.zimmert_seldin", {}),
    "zimmert_seldin_skipping": ("zimmert_seldin.zimmert_seldin_skipping", {}),
    "exp3": ("adversarial_baselines.exp3", {}),
    "bold": ("adversarial_baselines.bold", {}),
}
HORIZON, ARMS, SEEDS = 20_000, 2, range(2)
FIRST, AROUND, STEPS = 60, 12, 2  # candidates at first, around the worst, and how often
STREAMS = Streams(1, "worst")  # no run of the workflow uses them


def candidate(random: np.random.Generator, near: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Draw a candidate at random, within about a factor of 2 of `near` if given."""
    if near is None:
        block, delay = np.exp(random.uniform(np.log(2), np.log(4000), 2))
        gap, kind = random.uniform(0.1, 0.4), random.choice(["constant", "batch"])
    else:
        block, delay = np.exp(random.uniform(-0.7, 0.7, 2)) * [near["block"], near["delay"]]
        gap, kind = near["gap"] * np.exp(random.uniform(-0.5, 0.5)), near["kind"]
    gap = round(float(np.clip(gap, 0.1, 0.4)), 2)
    return {"block": int(block) + 1, "gap": gap, "kind": str(kind), "delay": int(delay) + 1}


def regrets(one: Mapping[str, Any]) -> dict[str, float]:
    """Return the mean regret of each algorithm on a candidate."""
    key = "rounds" if one["kind"] == "constant" else "size"
    delay = distributions_from({"distribution": one["kind"], key: one["delay"]})
    losses = {"distribution": "square_wave", "block": one["block"], "gap": one["gap"]}
    found = dict.fromkeys(ALGORITHMS, 0.0)
    for seed in SEEDS:
        kind = load("adversarial_baselines.exp3").trace
        trace = kind.draw(STREAMS, seed, horizon=HORIZON, delay=delay, arms=ARMS, losses=losses)
        for name, (run, parameters) in ALGORITHMS.items():
            record = load(run).play(trace, **parameters)
            found[name] += float(trace.regret(record)[-1]) / len(SEEDS)
    return found


def search() -> pd.DataFrame:
    """Return all candidates tried, with the regret of each algorithm."""
    random = STREAMS.open("candidates", 0)
    tried = [(one, regrets(one)) for one in (candidate(random) for _ in range(FIRST))]
    for _ in range(STEPS):
        worst = {name: max(tried, key=lambda pair: excess(pair[1], name))[0] for name in ALGORITHMS}
        for one in [candidate(random, near) for near in worst.values() for _ in range(AROUND)]:
            tried.append((one, regrets(one)))
    return pd.DataFrame([{**one, **found} for one, found in tried])


def excess(found: Mapping[str, float], name: str) -> float:
    """Return an algorithm's regret minus the lowest regret of the others."""
    return found[name] - min(value for other, value in found.items() if other != name)


if __name__ == "__main__":
    search().to_csv(sys.argv[1], index=False, float_format="%.6g")

"""The regrets of Table 1 at the paper's own scale: `pytest -m paper` (some minutes).

The expected means and their standard errors come from separate code, of 4 to 20 replications.
"""

import pytest

from papers.scale import check, regrets

pytestmark = pytest.mark.paper

SEEDS = 12
TS = "thompson.thompson", {}
UCB = "confidence_indices.ucb"
PRINTED = UCB, {"bound": "rewards", "newcomers": "random"}
LOSSES = UCB, {"bound": "losses"}
QUARTER = UCB, {"bound": "quarter"}
HOEFFDING = UCB, {"bound": "hoeffding", "newcomers": "random"}
KL_UCB = "confidence_indices.kl_ucb", {"exploration": 0.5}
DELTAS = (1, 10, 100, 316, 1000)
# reading, algorithm, and (mean, standard error) by the rounds between two arrivals
ROWS = [
    ("A", TS, [(9265, 109), (9668, 149), (11289, 172), (16790, 252), (34594, 330)]),
    ("B", TS, [(9487, 136), (9566, 159), (12434, 116), (22634, 221), (56763, 303)]),
    ("C", TS, [(9337, 94), (9375, 119), (12434, 114), (23636, 129), (65063, 408)]),
    ("late", TS, [(9281, 133), None, (13208, 273), None, (57374, 841)]),
    ("A", PRINTED, [(35611, 344), (37579, 179), (48679, 427), (71892, 670), (130556, 1862)]),
    ("B", PRINTED, [(35804, 664), None, (48447, 565), None, (162223, 2859)]),
    ("A", LOSSES, [(23573, 215), (24379, 509), (34765, 197), (63586, 637), (138216, 2235)]),
    ("B", LOSSES, [(22771, 225), (25266, 157), (36650, 362), (81155, 1513), (214874, 5041)]),
    ("C", LOSSES, [(23305, 166), (24579, 246), (36280, 265), (84887, 707), (249724, 1603)]),
    ("B", QUARTER, [(21261, 192), (23986, 300), (37283, 380), (82221, 1454), (214974, 5017)]),
    ("B", HOEFFDING, [(12980, 296), None, (30543, 301), None, (159449, 2791)]),
    # of new items any is played there, here the first: no difference if they come one at a time
    ("B", KL_UCB, [(11485, 121), None, None, None, None]),
]
CASES = [
    (reading, *algorithm, delta, *expected)
    for reading, algorithm, row in ROWS
    for delta, expected in zip(DELTAS, row, strict=True)
    if expected
]


def world(reading, delta):
    """The trace's arguments: when items are replaced, and how late feedback is."""
    items = {"law": "retiring", "probability": 0.001}
    delay = {"law": "packet", "size": delta}
    if reading in ("B", "C"):
        items |= {"every": delta, "single": reading == "C"}
    if reading == "late":
        delay = {"law": "constant", "rounds": delta - 1}
    return {"horizon": 10**6, "arms": 10, "items": items, "delay": delay}


@pytest.mark.parametrize(("reading", "run", "parameters", "delta", "mean", "error"), CASES)
def test_table_1(reading, run, parameters, delta, mean, error):
    trace = world(reading, delta)
    check(regrets("chapelle2011", run, parameters, trace, SEEDS), mean, error)

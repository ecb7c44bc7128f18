"""Variants of Vernade et al. 2020: printed algorithms and attributed code.

Settings, by window and mean delay:

- fig1a (100, 100), fig1b (500, 100), fig1c (100, 500), fig3 (2000, Criteo delays)
- window-m: fig1a with window m
- long-100, long-500: fig1a, fig1c with T = 25,000

Each variant says which algorithms {ucb} and {ts} are. {arms} is "-uniform" if the variant's arms
are from [0,1]⁵, else "".
"""

from delayed_bandits.analysis.measurements import Instead, Measurement, variant
from delayed_bandits.analysis.measures import ratio
from delayed_bandits.analysis.verdicts import below

AS_PRINTED = {"ucb": "otflinucb", "ts": "otflints"}
IN_ATTRIBUTED = {"ucb": "otflinucb_attributed", "ts": "otflints_attributed"}

ALL = PRINTED, ATTRIBUTED, ATTRIBUTED_BINARY, PRINTED_UNIFORM = (
    variant("printed", "arms from {0,1}⁵", arms="", **AS_PRINTED),
    variant(
        "attributed code",
        "arms from [0,1]⁵, as in that code",
        "attributed",
        arms="-uniform",
        **IN_ATTRIBUTED,
    ),
    variant(
        "attributed code",
        "arms from {0,1}⁵, as in the paper",
        "attributed_binary",
        arms="",
        **IN_ATTRIBUTED,
    ),
    variant("ours", "as printed, arms from [0,1]⁵", "uniform", arms="-uniform", **AS_PRINTED),
)
MAIN = [PRINTED, ATTRIBUTED, ATTRIBUTED_BINARY]
ATTRIBUTED_BOTH = [ATTRIBUTED, ATTRIBUTED_BINARY]
BOTH = {"ucb": "{ucb}", "ts": "{ts}"}

FIG1 = ["fig1a", "fig1b", "fig1c"]
PANELS = ["fig1a{arms}", "fig1b{arms}", "fig1c{arms}", "fig3{arms}"]

RANDOM, IDLE = "random_play", "it does not learn"
UNIFORM = Instead((RANDOM, RANDOM), IDLE, "random play")
ALONE = Instead((RANDOM,), IDLE, "random play")
LEARNS = "'learns' means: at most half of random play's regret"


def learns(run: str, key: str = "") -> Measurement:
    """Compare an algorithm with random play."""
    return Measurement(ratio, (run, RANDOM), below(0, tolerance=0.5), UNIFORM, key=key)


def and_left(panel: str, run: str = "{ucb}") -> tuple[str, str]:
    """Return an algorithm's runs in a panel and in Figure 1's left panel."""
    return panel + "{arms}:" + run, "fig1a{arms}:" + run


def no_window(panel: str, why: str) -> Instead:
    """Return a control: random play in a panel and in Figure 1's left panel."""
    return Instead(and_left(panel, RANDOM), why, "random play")

"""Claims of Pike-Burke et al. 2018 on what knowledge of the variance of the delays gains."""

from functools import partial

from delayed_bandits.analysis.claims import SHARP, Claim, Control, Earlier, Reading, Runs, Setting
from delayed_bandits.analysis.verdicts import above, below
from delayed_bandits.papers.pikeburke2018.claims_variants import (
    ByBridge,
    any_bridge,
    best_bridge,
    difference,
)
from delayed_bandits.papers.pikeburke2018.measures import LONG_POISSON, mean_of

OPEN = (
    "the same with the arm of the largest mean in the bridges and the worse arm first as the "
    "printed reading"
)
LEFT_OPEN = "which active arm bridges, and the order of the arms, are left open in the paper"


def of_law(setting: Setting, law: str) -> bool:
    """Tell whether the delays of a setting are of a law."""
    return setting.trace["delay"]["law"] == law


def small_variance(by_bridge: ByBridge, runs: Runs) -> list[Reading]:
    """Compare ODAAF-V with ODAAF; for the control, on exponential delays."""
    other = difference(runs, "exponential-20", "odaaf_v")
    return by_bridge(runs, "odaaf_v", below(0), Control("exponential delays, mean 20", other))


def large_variance(by_bridge: ByBridge, runs: Runs) -> list[Reading]:
    """Compare ODAAF-V with ODAAF; for the control, on Poisson delays."""
    other = difference(runs, "poisson-20", "odaaf_v")
    return by_bridge(runs, "odaaf_v", above(0), Control("Poisson delays, mean 20", other))


CLAIMS = [
    Claim(
        id="c14",
        statement="When the variance is small, knowing it leads to improved performance",
        quote="When the variance of the delay is small, it can be seen that using the variance "
        "information leads to improved performance.",
        place="Section 5, of Fig. 3(b)",
        criterion="on Poisson delays the mean of R(T) of ODAAF-V minus R(T) of ODAAF, in the same "
        "replications, is below 0",
        measure=partial(small_variance, any_bridge),
        qualifies=lambda setting: of_law(setting, "poisson") and mean_of(setting) > 0,
        left_out={
            "poisson-20-phases": "ODAAF is not run, and ODAAF-V as on the setting without phases",
            **dict.fromkeys(
                ("poisson-50-early", "poisson-200", *LONG_POISSON), "QPM-D alone is run"
            ),
        },
        also=frozenset({"exponential-20"}),
        tolerance=SHARP,
        history=[
            Earlier(
                OPEN, f"after a fourth review: {LEFT_OPEN}", partial(small_variance, best_bridge)
            )
        ],
        remark="It hangs on which arm bridges, which the paper leaves open: the bridges cost "
        "nothing if it is the better arm, and n_3 plays of the worse one if it is that. At mean "
        "20 these outweigh the gain (159 more, 141 to 178), at mean 50 not (171 less).",
    ),
    Claim(
        id="c15",
        statement="On exponential delays the large variance makes the regret of ODAAF-V larger",
        quote="However, for exponential delays where , the large variance causes to be large and "
        "the suboptimal arm is played more, increasing the regret.",
        place="Section 5, of Fig. 3(b)",
        criterion="mean of R(T) of ODAAF-V minus R(T) of ODAAF, in the same replications, above 0",
        measure=partial(large_variance, any_bridge),
        qualifies=lambda setting: of_law(setting, "exponential"),
        left_out={
            **dict.fromkeys(
                ("exponential-20-phases", "exponential-50-phases"),
                "ODAAF is not run, and ODAAF-V as on the setting without phases",
            ),
            "errors-exponential": "ODAAF-V is not run",
        },
        also=frozenset({"poisson-20"}),
        tolerance=SHARP,
        history=[
            Earlier(
                OPEN, f"after a fourth review: {LEFT_OPEN}", partial(large_variance, best_bridge)
            )
        ],
        remark="n_4 has 2 E[τ] + 4 V[τ] where that of ODAAF has 12 E[τ].",
    ),
]

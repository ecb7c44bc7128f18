"""Claims of Pike-Burke et al. 2018 on ODAAF-B and ODAAF-V beside ODAAF."""

from collections.abc import Callable

from delayed_bandits.algorithms.odaaf import samples_known_mean
from delayed_bandits.analysis.claims import (
    SHARP,
    Claim,
    Control,
    Evidence,
    Reading,
    Runs,
    Setting,
    Tolerance,
)
from delayed_bandits.analysis.intervals import Interval, mean_interval
from delayed_bandits.analysis.verdicts import Bound, above, below, within_factor
from delayed_bandits.papers.pikeburke2018.measures import (
    NAMES,
    PAPER_HORIZON,
    bound_of,
    has_two_arms,
    ratio,
    runs_on,
    same_seeds,
)
from delayed_bandits.papers.pikeburke2018.shared import case_of, mean_delay

DECISIVE_PHASE = 4
"""The first phase with a tolerance below the gap of Section 5."""

Chooses = Callable[[str], bool]


def difference(runs: Runs, setting: str, variant: str) -> Interval:
    """Estimate R(T) of a variant minus R(T) of ODAAF, in the same replications."""
    pair = same_seeds(runs[setting, variant].final, runs[setting, "odaaf"].final)
    return mean_interval(pair[0] - pair[1])


def differences(
    runs: Runs, variant: str, bound: Bound, control: Control, chooses: Chooses = lambda _: True
) -> list[Evidence]:
    """Compare a variant with ODAAF on every chosen setting that it runs on."""
    return [
        Evidence(
            _with_horizon(setting),
            f"R(T), {NAMES[variant]} − ODAAF",
            difference(runs, setting.name, variant),
            bound,
            control,
        )
        for setting in runs
        if variant in setting.parameters and chooses(setting.name)
    ]


def _with_horizon(setting: Setting) -> str:
    horizon = setting.trace["horizon"]
    return case_of(setting.trace) + (f", T = {horizon:,}" if horizon != PAPER_HORIZON else "")


def swapped(setting: str) -> bool:
    """Tell whether the better arm is first."""
    return setting.endswith("-swapped")


def in_our_order(setting: str) -> bool:
    """Tell whether the worse arm is first."""
    return not swapped(setting)


def reverts(setting: Setting) -> bool:
    """Tell whether the bound is so large that n_m of ODAAF-B is that of ODAAF, by Section 4.2."""
    if setting.trace["delay"]["law"] == "criteo":
        return False  # a bound of 4.5 times the mean
    mean, bound = mean_delay(setting.trace), bound_of(setting)
    phases = range(1, DECISIVE_PHASE + 1)
    return all(m * bound >= samples_known_mean(PAPER_HORIZON, m, mean) for m in phases)


def knows_bound(setting: Setting) -> bool:
    """Tell whether ODAAF and ODAAF-B run on the arms of Section 5, with delays."""
    return has_two_arms(setting) and runs_on(setting, "odaaf", "odaaf_b")


def knows_small_variance(setting: Setting) -> bool:
    """Tell whether ODAAF and ODAAF-V run on Poisson delays."""
    delay = setting.trace["delay"]
    return runs_on(setting, "odaaf", "odaaf_v") and delay["law"] == "poisson" and delay["mean"] > 0


def knows_exponential(setting: Setting) -> bool:
    """Tell whether ODAAF and ODAAF-V run on exponential delays."""
    return runs_on(setting, "odaaf", "odaaf_v") and setting.trace["delay"]["law"] == "exponential"


def bound_helps(runs: Runs) -> list[Reading]:
    """Compare ODAAF-B with ODAAF; for the control, a bound that is large."""
    control = Control("delays 0 or 50,000, mean 20", difference(runs, "bound-50000", "odaaf_b"))

    def rows(name: str, chooses: Chooses = in_our_order) -> list[Evidence]:
        return differences(runs, name, below(0), control, chooses)

    return [
        Reading("printed", "n_m with 2 E[τ]; the arm of the largest mean bridges", rows("odaaf_b")),
        Reading("ours", "the first active arm bridges", rows("odaaf_b_first")),
        Reading("ours", "n_m with 3 E[τ], as we derive it", rows("odaaf_b_three")),
        Reading("ours", "the better arm first in order", rows("odaaf_b", swapped)),
    ]


def large_bound_gains_nothing(runs: Runs) -> list[Reading]:
    """Compare ODAAF-B with ODAAF for a large bound; for the control, a bound of 500."""

    def of(setting: str) -> Interval:
        return ratio(runs[setting, "odaaf_b"].final, runs[setting, "odaaf"].final)

    control = Control("delays 0 or 500, mean 20", of("bound-500"))
    rows = [
        Evidence(
            case_of(setting.trace),
            "R(T), ODAAF-B / ODAAF",
            of(setting.name),
            within_factor(1, 1.05),
            control,
        )
        for setting in runs
    ]
    return [Reading("printed", "the arm of the largest mean bridges", rows)]


def small_variance_helps(runs: Runs) -> list[Reading]:
    """Compare ODAAF-V with ODAAF; for the control, exponential delays."""
    control = Control("exponential delays, mean 20", difference(runs, "exponential-20", "odaaf_v"))
    return [
        Reading(
            "printed",
            "the arm of the largest mean bridges",
            differences(runs, "odaaf_v", below(0), control, in_our_order),
        ),
        Reading(
            "ours",
            "the first active arm, the worse one, bridges",
            differences(runs, "odaaf_v_first", below(0), control),
        ),
        Reading(
            "ours",
            "the better arm first in order",
            differences(runs, "odaaf_v", below(0), control, swapped),
        ),
    ]


def large_variance_hurts(runs: Runs) -> list[Reading]:
    """Compare ODAAF-V with ODAAF; for the control, Poisson delays."""
    control = Control("Poisson delays, mean 20", difference(runs, "poisson-20", "odaaf_v"))
    return [
        Reading(
            "printed",
            "the arm of the largest mean bridges",
            differences(runs, "odaaf_v", above(0), control, in_our_order),
        ),
        Reading(
            "ours",
            "the first active arm bridges",
            differences(runs, "odaaf_v_first", above(0), control),
        ),
        Reading(
            "ours",
            "the better arm first in order",
            differences(runs, "odaaf_v", above(0), control, swapped),
        ),
    ]


CLAIMS = [
    Claim(
        id="c07",
        statement="Unless the bound of the delays is large, ODAAF-B has less regret than ODAAF",
        quote="However, if is not large, the choice of in (4.2) is smaller than (2) by a factor of "
        "in the second term.",
        place="Section 4.2, of n_m",
        criterion="mean of R(T) of ODAAF-B minus R(T) of ODAAF, in the same replications, below 0 "
        "wherever the bound d has m d below n_m of ODAAF in one of the four phases that decide",
        measure=bound_helps,
        qualifies=lambda setting: knows_bound(setting) and not reverts(setting),
        also=frozenset({"bound-50000"}),
        remark="ODAAF-B with 3 E[τ], which a derivation of ours asks for, has 7 % (mean 20) and "
        "13 % (mean 50) more regret than with 2 E[τ] of the third-party code; that changes no "
        "sign. A bound of up to 2,000 rounds costs nothing at a mean of 20: R(T) is 1,710 as with "
        "a bound of 40.",
    ),
    Claim(
        id="c08",
        statement="If the bound of the delays is large, ODAAF-B is ODAAF and gains nothing",
        quote="This choice of means that for large , we essentially revert back to the choice of "
        "from (2) for the unbounded case, and we gain nothing by using the bound on the delay.",
        place="Section 4.2",
        criterion="R(T) of ODAAF-B within 5 % of R(T) of ODAAF where m d is at least n_m of ODAAF "
        "in the four phases that decide",
        measure=large_bound_gains_nothing,
        qualifies=lambda setting: knows_bound(setting) and reverts(setting),
        also=frozenset({"bound-500"}),
        tolerance=Tolerance("replications in which an arm is dropped in another phase"),
        remark="With a bound of 50,000 every n_m is that of ODAAF, and R(T) is 2,775.6 for both. "
        "At 5,000 it is 2,000: the bound then counts in the fourth phase only.",
    ),
    Claim(
        id="c14",
        statement="When the variance is small, knowing it leads to improved performance",
        quote="When the variance of the delay is small, it can be seen that using the variance "
        "information leads to improved performance.",
        place="Section 5, of Fig. 3(b)",
        criterion="on Poisson delays the mean of R(T) of ODAAF-V minus R(T) of ODAAF, in the same "
        "replications, is below 0",
        measure=small_variance_helps,
        qualifies=knows_small_variance,
        also=frozenset({"exponential-20"}),
        tolerance=SHARP,
        remark="It hangs on which arm bridges, which the paper leaves open: the bridges cost "
        "nothing if it is the better arm, and n_3 plays of the worse one if it is that. At mean "
        "20 these outweigh the gain, at mean 50 not.",
    ),
    Claim(
        id="c15",
        statement="On exponential delays the large variance makes the regret of ODAAF-V larger",
        quote="However, for exponential delays where , the large variance causes to be large and "
        "the suboptimal arm is played more, increasing the regret.",
        place="Section 5, of Fig. 3(b)",
        criterion="mean of R(T) of ODAAF-V minus R(T) of ODAAF, in the same replications, above 0",
        measure=large_variance_hurts,
        qualifies=knows_exponential,
        also=frozenset({"poisson-20"}),
        tolerance=SHARP,
        remark="n_4 has 2 E[τ] + 4 V[τ] where that of ODAAF has 12 E[τ].",
    ),
]

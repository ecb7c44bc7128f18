"""Claims of Chapelle and Li 2011, Figures 2 and 3: optimistic and reshaped Thompson sampling."""

import numpy as np

from delayed_bandits.analysis.claims import (
    Claim,
    Control,
    Evidence,
    Reading,
    Runs,
    Setting,
    Tolerance,
)
from delayed_bandits.analysis.intervals import Interval, ratio_interval, share_interval
from delayed_bandits.analysis.measures import final_ratio, has
from delayed_bandits.analysis.verdicts import above, below, within

SHORT, LONG = "ten-close-short", "ten-close"
RESHAPED = {"reshaped_half": "α = 0.5", "reshaped_quarter": "α = 0.25"}
EARLY = 20_000
"""The round before which all arms look much the same."""


def is_reshaped(setting: Setting) -> bool:
    """Tell whether a setting is that of Figures 2 and 3."""
    return has(setting, "reshaped_half")


def case(runs: Runs, setting: str, label: str) -> str:
    """Describe a reshaped posterior and the horizon."""
    return f"{label}, T = {runs[setting, 'thompson'].trace['horizon']:,}"


def lower_share(runs: Runs, setting: str, name: str) -> Interval:
    """Estimate the share of the replications with less regret than with alpha = 1."""
    return share_interval(runs[setting, name].final < runs[setting, "thompson"].final)


def variance_ratio(runs: Runs, setting: str, name: str) -> Interval:
    """Estimate the variance of the final regret over that with alpha = 1."""
    squares = [
        np.square(values - values.mean())
        for values in (runs[setting, name].final, runs[setting, "thompson"].final)
    ]
    return ratio_interval(*squares)


def optimistic(runs: Runs) -> list[Reading]:
    """Measure the ratio of the final regrets; for the control, a sharper posterior."""
    one, other = runs[SHORT, "optimistic"], runs[SHORT, "thompson"]
    control = Control("α = 0.25", final_ratio(runs[SHORT, "reshaped_quarter"], other))
    ratio = final_ratio(one, other)
    row = Evidence(
        case(runs, SHORT, "optimistic"),
        "R(T) / R(T) of the standard",
        ratio,
        within(0.9, 0.1),
        control,
    )
    return [Reading("printed", "400 replications", [row])]


def often_lower(runs: Runs) -> list[Reading]:
    """Measure how often the regret is lower; for the control, with alpha = 2."""
    control = Control("α = 2", lower_share(runs, LONG, "reshaped_two"))
    rows = [
        Evidence(
            case(runs, setting, label),
            "share of replications with less regret than α = 1",
            lower_share(runs, setting, name),
            above(0.5),
            control,
        )
        for setting in (SHORT, LONG)
        for name, label in RESHAPED.items()
    ]
    return [Reading("printed", "two horizons", rows)]


def higher_variance(runs: Runs) -> list[Reading]:
    """Measure the ratio of the variances; for the control, optimistic Thompson sampling."""
    control = Control("optimistic", variance_ratio(runs, SHORT, "optimistic"))
    rows = [
        Evidence(
            case(runs, setting, label),
            "variance of R(T) / that with α = 1",
            variance_ratio(runs, setting, name),
            above(1),
            control,
        )
        for setting in (SHORT, LONG)
        for name, label in RESHAPED.items()
    ]
    return [Reading("printed", "two horizons", rows)]


def worse_in_the_end(runs: Runs) -> list[Reading]:
    """Measure ratios of mean regrets at the end; for the control, one of them early on."""
    control = Control("α = 0.25 at round 20,000", early_ratio(runs, "reshaped_quarter"))
    rows = [
        Evidence(
            case(runs, LONG, label),
            "R(T) / R(T) with α = 1",
            final_ratio(runs[LONG, name], runs[LONG, "thompson"]),
            above(1),
            control,
        )
        for name, label in RESHAPED.items()
    ]
    return [Reading("printed", "10^6 rounds", rows)]


def early_ratio(runs: Runs, name: str) -> Interval:
    """Estimate the ratio of the mean regrets at an early round."""
    return ratio_interval(runs[SHORT, name].at(EARLY), runs[SHORT, "thompson"].at(EARLY))


def better_early(runs: Runs) -> list[Reading]:
    """Measure ratios of mean regrets early; for the control, those at the end."""
    rows = [
        Evidence(
            label,
            f"R / R with α = 1 at round {EARLY:,}",
            early_ratio(runs, name),
            below(1),
            Control("at round 10^6", final_ratio(runs[LONG, name], runs[LONG, "thompson"])),
        )
        for name, label in RESHAPED.items()
    ]
    return [Reading("printed", "400 replications", rows)]


PLACE = "Section 3, of Figure 3"
SHORTER = "The paper has 1,000 replications of 10^7 rounds."

CLAIMS = [
    Claim(
        id="c05",
        statement="Optimistic Thompson sampling has slightly less regret",
        quote="Optimistic Thompson sampling achieves a slightly better regret, but the gain is "
        "marginal.",
        place="Section 3, of Figure 2",
        criterion="mean regret after 100,000 rounds between 0.8 and 1 times the standard's",
        measure=optimistic,
        qualifies=lambda setting: has(setting, "optimistic"),
        tolerance=Tolerance("a fifth would not be called marginal"),
    ),
    Claim(
        id="c06",
        statement="α below 1 often lowers the regret",
        quote="Values of α smaller than 1 decrease the amount of exploration and often result in "
        "lower regret.",
        place=PLACE,
        criterion="less regret than with α = 1 in more than half of the replications",
        measure=often_lower,
        qualifies=is_reshaped,
        tolerance=Tolerance("“often” is taken as more often than not", knowing_results=False),
        remark=SHORTER,
    ),
    Claim(
        id="c07",
        statement="α below 1 raises the variance of the regret",
        quote="But the price to pay is a higher variance: in some runs, the regret is very large.",
        place=PLACE,
        criterion="ratio of the variances of R(T) above 1",
        measure=higher_variance,
        qualifies=is_reshaped,
        remark=SHORTER,
    ),
    Claim(
        id="c08",
        statement="In the end the mean regret with α below 1 is larger",
        quote="The average regret is asymptotically not as good as with α = 1",
        place=PLACE,
        criterion="ratio of the mean regrets at T = 10^6 above 1",
        measure=worse_in_the_end,
        qualifies=is_reshaped,
        remark=SHORTER,
    ),
    Claim(
        id="c09",
        statement="Before that the mean regret with α below 1 is smaller",
        quote="but tends to be better in the non-asymptotic regime.",
        place=PLACE,
        criterion=f"ratio of the mean regrets at round {EARLY:,} below 1",
        measure=better_early,
        qualifies=is_reshaped,
        remark=SHORTER,
    ),
]

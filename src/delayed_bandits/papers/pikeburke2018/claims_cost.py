"""Claims of Pike-Burke et al. 2018 on what delays, and arms, cost."""

from delayed_bandits.analysis.claims import (
    Claim,
    Control,
    Evidence,
    Reading,
    Runs,
    Tolerance,
)
from delayed_bandits.analysis.intervals import exact
from delayed_bandits.analysis.verdicts import below, within_factor
from delayed_bandits.papers.pikeburke2018.measures import (
    FIGURE_3,
    SAME_HORIZONS,
    SHORT_HORIZON,
    elasticity,
    in_figure_3,
    interpolated,
    ratio,
    uniform_play,
)
from delayed_bandits.papers.pikeburke2018.shared import case_of

STRETCHED = 40


def additive_cost(runs: Runs) -> list[Reading]:
    """Measure how the cost of delay grows over horizons, beside the regret without delay."""
    ucb1 = runs["uniform-20", "ucb1"]
    stretched = [
        (
            STRETCHED * interpolated(ucb1, horizon / STRETCHED),
            interpolated(ucb1, horizon),
        )
        for horizon in (SHORT_HORIZON, 4 * SHORT_HORIZON)
    ]
    control = Control("UCB1, every play stretched to 40 rounds", elasticity(*stretched))
    without = {part: runs[f"poisson-0-{part}", "odaaf"] for part in ("short", "long")}
    rows = []
    for setting in runs:
        curves = {part: runs[f"{setting.name}-{part}", "odaaf"] for part in ("short", "long")}
        pairs = [(curves[part].final, without[part].final) for part in ("short", "long")]
        same = curves["short"].trace["horizon"] == curves["long"].trace["horizon"]
        rows.append(
            Evidence(
                case_of(setting.trace),
                "exponent of the cost of delay in the regret without delay",
                elasticity(*pairs),
                below(0, tolerance=0.5),
                control,
                SAME_HORIZONS if same else "",
            )
        )
        _ = runs[setting.name, "odaaf"]
    return [Reading("printed", "ODAAF, which knows the mean delay", rows)]


def sum_over_arms(runs: Runs) -> list[Reading]:
    """Compare the regret for each worse arm, of many arms, with that of two arms."""
    rows = []
    for setting in runs:
        arms = len(setting.trace["means"])
        two = runs["uniform-20", "odaaf"].trace
        play = uniform_play(setting.trace) / (arms - 1) / uniform_play(two)
        for name, label in {"odaaf": "ODAAF", "odaaf_b": "ODAAF-B"}.items():
            of_each = runs[setting.name, name].final / (arms - 1)
            rows.append(
                Evidence(
                    f"{label}, {arms} arms",
                    "regret for each worse arm / that of two arms",
                    ratio(of_each, runs["uniform-20", name].final),
                    within_factor(1, 1.2),
                    Control("uniform play", exact(play)),
                )
            )
    return [Reading("printed", "worse arms of equal means, gap 0.1", rows)]


CLAIMS = [
    Claim(
        id="c01",
        statement="With aggregated anonymous feedback delay adds to the regret; it does not "
        "multiply it",
        quote="this additive regret increase can be maintained in the harder delayed, aggregated "
        "anonymous feedback setting when the expected delay (or a bound on it) is known",
        place="Abstract",
        criterion="from T = 62,500 to 1,000,000 the cost of delay, R(T) minus R(T) without delay, "
        "grows as a power of R(T) without delay that is nearer to 0 (additive) than to 1 "
        "(multiplicative)",
        measure=additive_cost,
        qualifies=in_figure_3,
        also=frozenset({"poisson-0-short", "poisson-0-long", "uniform-20"})
        | {f"{name}-{part}" for name in FIGURE_3 for part in ("short", "long")},
        tolerance=Tolerance("1/2 is half way between an additive and a multiplicative cost"),
        remark="The numbers of a sweep on uniform delays were "
        "known. Without delay R(T) grows by half from T = 62,500 to 1,000,000 (1,172 to 1,764), "
        "while the cost of a mean delay of 20 rounds grows by 4 % (1,282 to 1,328) and that of 50 "
        "by 4 % (2,917 to 3,045). R(T) is that of n_4, so all laws of one mean agree.",
    ),
    Claim(
        id="c06",
        statement="The regret is a sum over the worse arms",
        quote="The result is then obtained by substituting in from (2), and summing over all "
        "suboptimal arms.",
        place="Section 4.1, proof of Theorem 4.1, bound (5)",
        criterion="with 4 and 8 arms R(T) for each worse arm is within a factor of 1.2 of that "
        "with 2 arms",
        measure=sum_over_arms,
        qualifies=lambda setting: len(setting.trace["means"]) > 2,
        also=frozenset({"uniform-20"}),
        tolerance=Tolerance("rounding, and replications that drop an arm in another phase"),
        remark="All worse arms are dropped in the same phase.",
    ),
]

"""Claims of the tiny paper."""

from delayed_bandits.analysis.claims import Claim, Control, Evidence, Reading, Runs, Tolerance
from delayed_bandits.analysis.intervals import mean_interval, ratio_interval
from delayed_bandits.analysis.verdicts import above, within


def as_much_regret(runs: Runs) -> list[Reading]:
    """Measure the regret of the first arm against itself; the control is the second arm."""
    first, second = (runs["short", name].final for name in ("first_arm", "second_arm"))
    control = Control("second arm", ratio_interval(second, first))
    ratio = Evidence("short", "ratio", ratio_interval(first, first), within(1, 0.1), control)
    return [Reading("printed", "first arm", [ratio])]


def long_delays(runs: Runs) -> list[Reading]:
    """Measure the mean delay."""
    mean = Evidence("Criteo delays", "E[D]", mean_interval(runs.delays), above(365 * 86400))
    return [Reading("ours", "delays below the cap", [mean])]


CLAIMS = [
    Claim(
        id="c01",
        statement="First arm has as much regret as the first arm",
        quote="as much",
        place="here",
        criterion="the ratio of the regrets is between 0.9 and 1.1",
        measure=as_much_regret,
        qualifies=lambda setting: setting.name == "short",
        tolerance=Tolerance("a tenth"),
    ),
    Claim(
        id="o01",
        kind="ours",
        statement="The mean delay is above a year",
        criterion="the mean of the Criteo delays is above a year, which is more than their cap",
        measure=long_delays,
        no_control="the cap is known",
        remark="Later conversions are not counted.",
    ),
]

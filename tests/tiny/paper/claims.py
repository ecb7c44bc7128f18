"""Claims of the tiny paper."""

from delayed_bandits.analysis.claims import Claim, Finding
from delayed_bandits.analysis.intervals import mean_interval, ratio_interval
from delayed_bandits.files.tables import read_table


def claims(curves, criteo):
    first = curves["short", "first_arm"].final
    delays = read_table(criteo)["delay"].to_numpy()
    return [
        Claim(
            "First arm has as much regret as the first arm",
            "here",
            "ratio of the regrets between 0.9 and 1.1",
            [Finding("short", "ratio", ratio_interval(first, first), 0.9, 1.1)],
        ),
        Claim(
            "The mean delay is above a year",
            "here",
            "mean of the Criteo delays above a year, which is more than their cap",
            [Finding("criteo", "E[D]", mean_interval(delays), low=365 * 86400)],
        ),
    ]

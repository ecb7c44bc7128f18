"""Figures and claims of the tiny paper."""

from matplotlib.figure import Figure

from delayed_bandits.claims import Claim, Finding
from delayed_bandits.figures import HALF_WIDTH, mean_regret, plot_regret
from delayed_bandits.statistics import mean_interval, ratio_interval
from delayed_bandits.tables import read_table


def regret(curves, algorithms):
    figure = Figure(figsize=(HALF_WIDTH, 2))
    names = ["otflinucb", "first_arm", "second_arm"]
    plot_regret(figure.subplots(), mean_regret(curves), algorithms, names)
    return figure


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

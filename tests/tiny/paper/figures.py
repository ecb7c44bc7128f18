"""Figures of the tiny paper."""

from matplotlib.figure import Figure

from delayed_bandits.analysis.plots import mean_regret, plot_regret
from delayed_bandits.analysis.style import HALF_WIDTH


def regret(curves, algorithms):
    figure = Figure(figsize=(HALF_WIDTH, 2))
    names = ["otflinucb", "first_arm", "second_arm"]
    plot_regret(figure.subplots(), mean_regret(curves), algorithms, names)
    return figure

"""Figures and claims of the tiny paper."""

import numpy as np
from matplotlib.figure import Figure

from delayed_bandits.claims import Claim, Finding
from delayed_bandits.figures import HALF_WIDTH, plot_regret
from delayed_bandits.statistics import mean_interval
from delayed_bandits.tables import read_table


def regret(table, algorithms):
    figure = Figure(figsize=(HALF_WIDTH, 2))
    plot_regret(figure.subplots(), table, algorithms, ["otflinucb", "first_arm"])
    return figure


FIGURES = {"regret": regret}


def claims(curves, criteo):
    gain = curves["short", "first_arm"].final - curves["short", "otflinucb"].final
    seconds = read_table(criteo)["delay"].to_numpy().astype(float)
    return [
        Claim(
            "OTFLinUCB beats the first arm",
            "here",
            "mean difference above 0",
            [Finding("short", "R(T), first arm − OTFLinUCB", mean_interval(gain), low=0)],
        ),
        Claim(
            "The mean delay is above a day",
            "here",
            "mean of the Criteo delays above 86400 s",
            [Finding("criteo", "E[D]", mean_interval(seconds), low=86400, high=np.inf)],
        ),
    ]

"""The figure of a log: conversions by age."""

import numpy as np
from matplotlib import rc_context

from delayed_bandits.analysis.notebooks import Plot
from delayed_bandits.analysis.style import FULL_WIDTH, PALETTE, STYLE
from delayed_bandits.data.log.arms import Log, sum_up
from delayed_bandits.data.tables.durations import UNITS


@rc_context(STYLE)
def figure_of_log(log: Log) -> Plot:
    """Draw the share of the clicks that converts within each age, by arm."""
    figure = Plot(figsize=(FULL_WIDTH, 0.5 * FULL_WIDTH), layout="constrained")
    axes = figure.subplots()
    for arm, colour in zip(sum_up(log).arms, PALETTE.values(), strict=False):
        share = np.linspace(0, arm.rate.estimate if arm.rate else 1, arm.distribution.size)
        days = np.sort(arm.distribution) / UNITS["days"]
        axes.step(days, share, where="post", color=colour, label=arm.name)
    axes.set(xlabel="age in days", ylabel="share of clicks that converted", ylim=(0, None))
    figure.legend(loc="outside right upper")
    return figure

"""What was found in a log: a table of delays, fits, a figure and a page."""

import base64
import re
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from delayed_bandits.analysis.plots import legend_below
from delayed_bandits.analysis.style import FULL_WIDTH, PALETTE, save, set_style
from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.fits import DECIMALS, write_fits
from delayed_bandits.data.log.arms import Arm, Summary, sum_up
from delayed_bandits.data.log.columns import UNITS, duration
from delayed_bandits.data.log.reader import Log
from delayed_bandits.delays.fits.fit import Fit, fit_all, fits_table
from delayed_bandits.experiments.delay_sources import origin_of
from delayed_bandits.experiments.delay_tables import origin_of_log, write_log_table
from delayed_bandits.files.html import template
from delayed_bandits.files.layout import FINDINGS
from delayed_bandits.files.tables import read_footer, write_text

FEWEST, MOST_FITTED = 30, 10
"""Conversions of an arm whose delays are fitted, and how many arms are, the largest."""

DRAWN = [name for name in PALETTE if name not in ("black", "yellow", "grey")]


def check_folder(output: Path, log: Path) -> None:
    """Check that findings would replace nothing in a folder but earlier findings."""
    there = [output / name for name in FINDINGS if (output / name).exists()]
    for path in there:
        if log.exists() and path.samefile(log):
            raise InputError(f"{path}: is the log itself; expected another folder as --output")
    table = output / FINDINGS[0]
    try:
        if there:
            origin_of_log(table, read_footer(table))
    except InputError as error:
        raise InputError(
            f"{there[0]}: would be replaced; expected a new folder as --output, or one of findings"
        ) from error


def write_findings(log: Log, output: Path) -> str:
    """Write what was found in a log into a folder, as `FINDINGS`; return the same in words."""
    summary = sum_up(log)
    footer = {"source": "log", "file": log.file, "sha256": log.sha256, "left_out": log.left_out}
    origin = origin_of("log", log.reading, log.sha256)
    write_log_table(output / "delays.parquet", laws_of(summary), origin, footer)
    fits = _fits(log, summary)
    tables = [fits_table(found).assign(arm=no_formula(name)) for name, found in fits.items()]
    table = pd.concat(tables or [pd.DataFrame()])
    write_fits(output / "fits.csv", table)
    write_text(output / "left_out.txt", "".join(f"{line}\n" for line in log.lines))
    best = {
        name: min((fit for fit in found if fit.converged), key=lambda fit: fit.aic, default=None)
        for name, found in fits.items()
    }
    set_style()
    save(_figure(log, summary, best.get(summary.pooled.name)), [output / "delays.svg"])
    counts = {
        "rows": log.arm.size + sum(log.left_out.values()),
        "conversions": int((log.delay >= 0).sum()),
        "clicks without a conversion": int((log.delay < 0).sum()),
        **({"conversions after the cap": summary.beyond} if summary.beyond else {}),
        **{f"left out: {why.replace('_', ' ')}": n for why, n in log.left_out.items()},
    }
    arms = [_described(arm, best.get(arm.name)) for arm in (summary.pooled, *summary.arms)]
    page = template("data/log").render(
        log=log,
        counts=counts,
        arms=arms,
        assumptions=summary.assumptions,
        cap=duration(summary.cap),
        fits=table.to_dict("records"),
        unit=next(unit for unit, seconds in UNITS.items() if seconds == log.step),
        figure=base64.b64encode((output / "delays.svg").read_bytes()).decode(),
    )
    write_text(output / "index.html", page)
    counted = ", ".join(f"{count:,} {what}" for what, count in counts.items())
    shown = pd.DataFrame(arms).to_string(index=False)
    return "\n".join([f"{log.file}: {counted}", "", shown, "", *summary.assumptions])


def laws_of(summary: Summary) -> dict[str | None, np.ndarray]:
    """Give the delays of all arms, as None, and of each."""
    return {None: summary.pooled.law, **{arm.name: arm.law for arm in summary.arms}}


def _several(summary: Summary) -> list[Arm]:
    """List the arms; none if there is one, which is the same as all together."""
    return summary.arms if len(summary.arms) > 1 else []


def no_formula(name: str) -> str:
    """Put an apostrophe before what a spreadsheet would take for a formula."""
    return f"'{name}" if re.match(r"[=+@\t\r]|-(?![\d.]+$)", name) else name


def _fits(log: Log, summary: Summary) -> dict[str, list[Fit]]:
    """Fit every family to the delays of all arms and of each, in the unit of the log."""
    fits = {}
    cap = max(1, summary.cap // log.step)
    for arm in (summary.pooled, *_several(summary)[:MOST_FITTED]):
        if arm.delays.size < FEWEST:
            continue
        censored: int | np.ndarray | None = arm.censored
        if censored is not None:
            censored = np.minimum(censored // log.step, cap)
            if (censored == cap).all():
                censored = censored.size
        fits[arm.name] = fit_all(np.minimum(arm.delays // log.step, cap), censored, cap)
    return fits


def _described(arm: Arm, best: Fit | None) -> dict[str, str]:
    """List what the tables show of an arm."""
    rate = arm.rate
    return {
        "arm": arm.name,
        "rows": f"{arm.rows:,}",
        "conversions": f"{arm.delays.size:,}",
        "rate": f"{rate.estimate:.2%} [{rate.low:.2%}, {rate.high:.2%}]" if rate else "not known",
        "median": duration(arm.quantile(0.5)),
        "mean": duration(float(arm.law.mean())),
        "90 %": duration(arm.quantile(0.9)),
        "99 %": duration(arm.quantile(0.99)),
        "best fit": best.name if best else "–",
    }


def _figure(log: Log, summary: Summary, best: Fit | None) -> Figure:
    """Draw the distribution functions of the delays by arm, and the best fit of all arms."""
    figure = Figure(figsize=(FULL_WIDTH, 3.2))
    axes = figure.subplots()
    for colour, arm in zip(DRAWN, _several(summary), strict=False):
        _plot(axes, arm.law, color=PALETTE[colour], label=arm.name)
    _plot(axes, summary.pooled.law, color="black", linewidth=2, label=summary.pooled.name)
    if best:
        times = np.geomspace(1, max(2, summary.cap), 300)
        shares = np.round(best.cdf(times / log.step), DECIMALS)
        label = f"{best.name}, all arms"
        axes.plot(np.round(times, DECIMALS), shares, color="#777777", linestyle=":", label=label)
    axes.set_xscale("log")
    axes.set_xlabel("delay in seconds")
    axes.set_ylabel("share of the conversions")
    legend_below(figure, [axes], columns=4)
    return figure


def _plot(axes: Axes, delays: np.ndarray, **style: object) -> None:
    """Plot the distribution function of sorted delays at 400 points."""
    shares = np.linspace(0, 1, 400)
    places = np.minimum((shares * delays.size).astype(int), delays.size - 1)
    axes.plot(np.maximum(delays[places], 1), shares, **style)

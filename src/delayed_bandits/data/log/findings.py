"""What was found in a log: a table of delays, fits, a figure and a page."""

import base64
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from delayed_bandits.analysis.plots import legend_below
from delayed_bandits.analysis.style import FULL_WIDTH, PALETTE, save, set_style
from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.fits import write_fits
from delayed_bandits.data.log.arms import FEWEST, Arm, Log, sum_up
from delayed_bandits.data.log.columns import UNITS, duration
from delayed_bandits.delays.fits.fit import Fit, fit_all, fits_table
from delayed_bandits.experiments.delay_sources import origin_of
from delayed_bandits.experiments.delay_tables import write_log_table
from delayed_bandits.files.html import template
from delayed_bandits.files.tables import write_text

MOST_FITTED = 10  # arms, the largest


def check_folder(output: Path, names: Sequence[str], log: Path) -> None:
    """Check that files of these names would replace none in a folder but all of an earlier run."""
    there = [output / name for name in names if (output / name).exists()]
    for path in there:
        if log.exists() and path.samefile(log):
            raise InputError(f"{path}: is the log itself; expected another folder as --output")
    if 0 < len(there) < len(names):
        fault = "would be replaced; expected a new folder as --output, or that of an earlier run"
        raise InputError(f"{there[0]}: {fault}")


def write_findings(log: Log, output: Path) -> str:
    """Write what was found in a log into a folder; return the same in words."""
    summary = sum_up(log)
    footer = {"source": "log", "file": log.file, "sha256": log.sha256, "left_out": log.left_out}
    origin = origin_of("log", log.reading, log.sha256)
    several = summary.arms if len(summary.arms) > 1 else []  # one is the same as all together
    laws = {None: summary.pooled.law, **{arm.name: arm.law for arm in summary.arms}}
    write_log_table(output / "delays.parquet", laws, origin, footer)
    fits = _fits(log, summary.cap, [summary.pooled, *several[:MOST_FITTED]])
    tables = [fits_table(found).assign(arm=no_formula(name)) for name, found in fits.items()]
    table = pd.concat(tables or [pd.DataFrame()])
    write_fits(output / "fits.csv", table)
    write_text(output / "left_out.txt", "".join(f"{line}\n" for line in log.lines))
    set_style()
    save(_figure(summary.pooled, several), [output / "delays.svg"])
    beyond = int((log.delay > summary.cap).sum())
    counts = {
        "rows": log.arm.size + sum(log.left_out.values()),
        "conversions": int((log.delay >= 0).sum()),
        "clicks without a conversion": int((log.delay < 0).sum()),
        **({"conversions after the cap": beyond} if beyond else {}),
        **{f"left out, {why}": n for why, n in log.left_out.items()},
    }
    arms = [_described(arm) for arm in (summary.pooled, *summary.arms)]
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


def no_formula(name: str) -> str:
    """Put an apostrophe before what a spreadsheet would take for a formula."""
    return f"'{name}" if re.match(r"[=+@\t\r]|-(?![\d.]+$)", name) else name


def _fits(log: Log, cap: int, arms: list[Arm]) -> dict[str, list[Fit]]:
    """Fit every family to the delays of each arm that has enough, in the unit of the log."""
    fits, cap = {}, max(1, cap // log.step)
    for arm in arms:
        if arm.delays.size < FEWEST:
            continue
        censored: int | np.ndarray | None = np.minimum(arm.censored // log.step, cap)
        if (censored == cap).all():
            censored = censored.size or None
        fits[arm.name] = fit_all(np.minimum(arm.delays // log.step, cap), censored, cap)
    return fits


def _described(arm: Arm) -> dict[str, str]:
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
    }


def _figure(pooled: Arm, several: list[Arm]) -> Figure:
    """Draw the distribution functions of the delays by arm."""
    figure = Figure(figsize=(FULL_WIDTH, 3.2))
    axes = figure.subplots()
    colours = [name for name in PALETTE if name not in ("black", "yellow", "grey")]
    arms = [(arm, PALETTE[name], 1.2) for arm, name in zip(several, colours, strict=False)]
    shares = np.linspace(0, 1, 400)
    for arm, colour, width in (*arms, (pooled, "black", 2)):
        places = np.minimum((shares * arm.law.size).astype(int), arm.law.size - 1)
        delays = np.maximum(arm.law[places], 1)
        axes.plot(delays, shares, color=colour, linewidth=width, label=arm.name)
    axes.set_xscale("log")
    axes.set_xlabel("delay in seconds")
    axes.set_ylabel("share of the conversions")
    legend_below(figure, [axes], columns=4)
    return figure

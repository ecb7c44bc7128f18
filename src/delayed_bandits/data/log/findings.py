"""The result of reading a log: a table of delays, and a page."""

import re
from pathlib import Path

import pandas as pd

from delayed_bandits.data.log.arms import Arm, Log, sum_up
from delayed_bandits.data.tables.durations import duration
from delayed_bandits.experiments.delay_sources import provenance_of
from delayed_bandits.experiments.delay_tables import write_log_table
from delayed_bandits.files.html import template
from delayed_bandits.files.tables import write_text

MOST_ARMS = 1000  # that are shown, and whose delays are written
PRINTED = 40


def write_findings(log: Log, output: Path) -> str:
    """Write a log's table of delays and page to a folder; return the result as text."""
    summary = sum_up(log)
    pooled, rate, shown = summary.pooled, summary.pooled.rate, summary.arms[:MOST_ARMS]
    never = round(pooled.distribution.size * (1 / rate.estimate - 1)) if rate else None
    footer = {"source": "log", "file": log.file, "sha256": log.sha256, "left_out": log.left_out}
    footer |= {"cap_seconds": summary.cap, "clicks_without_conversion": never}
    provenance = provenance_of("log", log.reading, log.sha256)
    distributions = {arm.name: arm.distribution for arm in shown if arm.distribution.size}
    distributions = {None: pooled.distribution, **distributions}
    write_log_table(output / "delays.parquet", distributions, provenance, footer)
    write_text(output / "left_out.txt", "".join(f"{line}\n" for line in log.lines))
    beyond = int((log.delay > summary.cap).sum())
    counts = {
        "rows": log.arm.size + sum(log.left_out.values()),
        "conversions": int((log.delay >= 0).sum()),
        "clicks without a conversion": int((log.delay < 0).sum()),
        **({"conversions after the cap": beyond} if beyond else {}),
        **{f"left out: {why}": n for why, n in log.left_out.items()},
    }
    arms = [_described(arm) for arm in (pooled, *shown)]
    if len(summary.arms) > len(shown):
        rest = f"Of {len(summary.arms):,} arms the {len(shown):,} with the most rows are shown."
        summary.assumptions.append(rest)
    given = {"counts": counts, "arms": arms, "assumptions": summary.assumptions}
    page = template("data/log").render(log=log, cap=duration(summary.cap), **given)
    write_text(output / "index.html", page)
    words = {what: re.sub("(?<=row|ion|ick)s", "", what, count=1) for what in counts}
    counted = ", ".join(f"{n:,} {words[w] if n == 1 else w}" for w, n in counts.items())
    shown = pd.DataFrame(arms[: PRINTED + 1]).to_string(index=False)
    if len(arms) > PRINTED + 1:
        shown += f"\n... and {len(arms) - PRINTED - 1:,} more arms: {output / 'index.html'}"
    return "\n".join([f"{log.file}: {counted}", "", shown, "", *summary.assumptions])


def _described(arm: Arm) -> dict[str, str]:
    row = {"arm": arm.name, "rows": f"{arm.rows:,}", "conversions": f"{arm.delays.size:,}"}
    row |= {"rate": arm.rate_in_words, "median": "", "mean": "", "90 %": "", "99 %": ""}
    if arm.distribution.size:
        shares = {"median": 0.5, "90 %": 0.9, "99 %": 0.99}
        row |= {name: duration(arm.quantile(share)) for name, share in shares.items()}
        row["mean"] = duration(arm.distribution.mean())
    return row

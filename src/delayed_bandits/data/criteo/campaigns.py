"""A Criteo file read as a log whose arms are campaigns."""

from collections import Counter
from pathlib import Path

import numpy as np

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.criteo.reader import read_conversions
from delayed_bandits.data.criteo.schema import CAP_SECONDS, LEFT_OUT
from delayed_bandits.data.log.arms import Log
from delayed_bandits.data.tables.durations import UNITS
from delayed_bandits.files.digests import digest_of


def read_campaigns(path: Path, largest: int) -> Log:
    """Return a log whose arms are the `largest` campaigns with the most clicks."""
    if largest < 2:
        raise InputError(f"largest is {largest}. Give at least 2.")
    found = read_conversions(path)
    converted = found.rows["campaign"].to_pylist()
    clicks = Counter(found.unconverted) + Counter(converted)
    campaigns = [name for name, _ in sorted(clicks.items(), key=lambda c: (-c[1], c[0]))][:largest]
    if len(campaigns) < 2:
        fault = f"only {len(campaigns)} campaigns found. Give a file with at least 2."
        raise InputError(f"{path}: {fault}")
    place = {name: i for i, name in enumerate(campaigns)}
    arm = np.array([place.get(name, -1) for name in converted], np.int64)
    without = [found.unconverted.get(name, 0) for name in campaigns]
    arms = np.concatenate([arm[arm >= 0], np.repeat(np.arange(len(campaigns)), without)])
    delay = np.full(arms.size, -1, np.int64)
    delay[: (arm >= 0).sum()] = found.rows["delay"].to_numpy()[arm >= 0]
    contradictions = found.contradictions.items()
    days = max(1, found.counts["last_timestamp"]) / UNITS["days"]
    return Log(
        file=path.name,
        sha256=digest_of(path),
        reading=f"the {len(campaigns)} campaigns with the most clicks, of {len(clicks)}",
        arms=[str(name) for name in campaigns],
        arm=arms,
        delay=delay,
        observed=np.full(arms.size, CAP_SECONDS, np.int64),
        clicks_per_day=arms.size / days,
        left_out={k.replace("_", " "): n for k, n in contradictions if n and k in LEFT_OUT},
        assumptions=[
            "A delay starts at the impression, because the file has no click times.",
            "Every touch of a conversion counts as a click that converted.",
        ],
    )

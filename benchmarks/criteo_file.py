"""Made-up files with the schema of the Criteo attribution file, of any size.

The delays follow the bundled distribution exactly; the rest has the marginals of the real file.
So code that reads the real file can be tried and timed without it.

    python benchmarks/criteo_file.py ROWS FILE.tsv.gz
"""

import argparse
import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import numpy as np
import pyarrow as pa
from pyarrow import csv
from tqdm import tqdm

from delayed_bandits.data.criteo.conversions import Quantiles, interpolated, read_quantiles
from delayed_bandits.data.criteo.schema import COLUMNS, LAST_TIMESTAMP, MISSING, PUBLISHED
from delayed_bandits.files.tables import whole_file

QUANTILES = Path(__file__).parents[1] / "data" / "criteo_delay_quantiles.csv"

ROWS_AT_A_TIME = 250_000
"""Number of rows without conversion that are in memory at a time."""

ID_RANGE = 32_500_021
"""Ids lie below this prime, so that multiplying by a constant only shuffles them."""

CONVERSION_ROWS = PUBLISHED["conversion_rows"] / PUBLISHED["rows"]
CLICKS_WITHOUT_CONVERSION = (PUBLISHED["clicks"] - PUBLISHED["conversion_rows"]) / (
    PUBLISHED["rows"] - PUBLISHED["conversion_rows"]
)
CAMPAIGNS, CONVERSION_IDS = 675, 435_810
ATTRIBUTED = 236_331 / CONVERSION_IDS
SHARED_ID = 1 - CONVERSION_IDS / PUBLISHED["conversions"]
SEVERAL_ROWS = 140_818 / CONVERSION_IDS
NO_EARLIER_CLICK = PUBLISHED["rows_without_earlier_click"] / PUBLISHED["rows"]

TAIL, TAIL_SCALE, MOST_ROWS = 3.3, 4.6, 164
"""Number of rows of a conversion with several: a Lomax tail of the real mean (3.6) and maximum."""

USERS_PER_ROW = 0.405
CONVERTING_USERS_PER_CONVERSION = 1.6
"""Sizes of the pools from which users are drawn, fitted to the real counts of users."""

OTHER_CAMPAIGN = 0.12
"""Probability that an impression is not of its user's usual campaign."""

LONGEST_SINCE_CLICK = 2_590_000
LARGEST_COST, LARGEST_CPO = 0.06, 1.02
CATEGORIES = (9, 70, 1829, 21, 51, 30, 57196, 11, 30)


def generate(path: Path, rows: int, seed: int) -> None:
    """Write a made-up Criteo attribution file.

    The same arguments give the same bytes. Impressions span the real file's 30.92 days whatever
    `rows` is. Memory holds the conversion rows (4.9 % of `rows`) and one window of the others.

    Parameters
    ----------
    path : Path
        The file to write; `.gz` is compressed.
    rows : int
        Impressions, at least 1.
    seed : int
        From 0 to 2**64 - 1.
    """
    distribution = read_quantiles(QUANTILES)
    with whole_file(path) as temporary, temporary.open("wb") as file:
        if path.suffix == ".gz":
            with gzip.GzipFile("", "wb", 1, fileobj=file, mtime=0) as packed:
                _write(packed, rows, seed, distribution)
        else:
            _write(file, rows, seed, distribution)


def _write(sink: IO[bytes], rows: int, seed: int, distribution: Quantiles) -> None:
    options = csv.WriteOptions(
        include_header=False, batch_size=65_536, delimiter="\t", quoting_style="none"
    )
    sink.write(("\t".join(COLUMNS) + "\n").encode())
    shown = tqdm(desc="rows", total=rows, unit_scale=True, mininterval=2)
    with shown, csv.CSVWriter(sink, pa.schema(COLUMNS), write_options=options) as writer:
        for window in _windows(rows, seed, distribution):
            writer.write_table(window)
            shown.update(window.num_rows)


def _windows(rows: int, seed: int, distribution: Quantiles) -> Iterator[pa.Table]:
    """Yield the rows in order of time, a window of the span at a time."""
    keys = np.array([[seed, 0], [seed, 1]], dtype=np.uint64)
    of_conversions, of_rows = (np.random.Generator(np.random.Philox(key=key)) for key in keys)
    conversions = _conversions(round(rows * CONVERSION_ROWS), of_conversions, distribution)
    others = rows - len(conversions["timestamp"])
    users = max(1, round(rows * USERS_PER_ROW))
    for first in range(0, others, ROWS_AT_A_TIME):
        last = min(first + ROWS_AT_A_TIME, others)
        window = _impressions(first, last, others, users, of_rows)
        until = np.inf if last == others else last / others * (LAST_TIMESTAMP + 1)
        start = np.searchsorted(conversions["timestamp"], first / others * (LAST_TIMESTAMP + 1))
        stop = np.searchsorted(conversions["timestamp"], until)
        rows_here = {name: np.r_[window[name], conversions[name][start:stop]] for name in window}
        order = np.argsort(rows_here["timestamp"], kind="stable")
        table = {name: values[order] for name, values in rows_here.items()}
        yield pa.table(table | _context(table, of_rows)).select(list(COLUMNS))


def _conversions(
    rows: int, rng: np.random.Generator, distribution: Quantiles
) -> dict[str, np.ndarray]:
    """Draw conversion rows, in order of time.

    The delays of a conversion's rows are independent. The conversion's time is uniform over the
    times at which all its rows lie in the span. So the delay of a row has the given distribution.
    """
    length = _rows_of_conversions(rows, rng)
    count = len(length)
    conversion = np.repeat(np.arange(count), length)
    begin = np.cumsum(length) - length
    delay = interpolated(rng.random(rows), distribution)
    delay = delay[np.lexsort((-delay, conversion))]

    longest, shortest = delay[begin], delay[begin + length - 1]
    free = LAST_TIMESTAMP + shortest - longest + 1
    time = longest + np.floor(rng.random(count) * free).astype(np.int64)

    pool = max(2, round(count * CONVERTING_USERS_PER_CONVERSION))
    shares = rng.random(count) < SHARED_ID
    shares[:1] = False
    owner = np.maximum.accumulate(np.where(shares, 0, np.arange(count)))
    user = np.floor(rng.random(count) * pool).astype(np.int64)
    user = (user[owner] + np.arange(count) - owner) % pool
    attributed = rng.random(count) < ATTRIBUTED
    uid = _hash(user, 0)

    columns = {
        "timestamp": time[conversion] - delay,
        "uid": uid[conversion],
        "campaign": _campaign(uid, rng.random(count))[conversion],
        "conversion": np.ones(rows, np.int64),
        "conversion_timestamp": time[conversion],
        "conversion_id": _hash(owner, 1)[conversion],
        "attribution": attributed.astype(np.int64)[conversion],
        "click": np.ones(rows, np.int64),
        "click_pos": np.arange(rows) - begin[conversion],
        "click_nb": length[conversion],
    }
    order = np.argsort(columns["timestamp"], kind="stable")
    return {name: values[order] for name, values in columns.items()}


def _rows_of_conversions(rows: int, rng: np.random.Generator) -> np.ndarray:
    """Draw the counts of rows per conversion; the last is cut so that they add up to `rows`."""
    several, size = rng.random(rows) < SEVERAL_ROWS, rng.random(rows)
    more = np.floor(TAIL_SCALE * ((1 - size) ** (-1 / TAIL) - 1)).astype(np.int64)
    length = np.where(several, np.minimum(2 + more, MOST_ROWS), 1)
    count = np.searchsorted(np.cumsum(length), rows) + 1 if rows else 0
    length = length[:count]
    length[-1:] -= length.sum() - rows
    return length


def _impressions(
    first: int, last: int, others: int, users: int, rng: np.random.Generator
) -> dict[str, np.ndarray]:
    """Draw rows without conversion, one in each of the equal slices `first..last` of the span."""
    count = last - first
    slices = np.arange(first, last) + rng.random(count)
    uid = _hash(np.floor(rng.random(count) * users).astype(np.int64), 0)
    missing = np.full(count, MISSING)
    return {
        "timestamp": np.floor(slices / others * (LAST_TIMESTAMP + 1)).astype(np.int64),
        "uid": uid,
        "campaign": _campaign(uid, rng.random(count)),
        "conversion": np.zeros(count, np.int64),
        "conversion_timestamp": missing,
        "conversion_id": missing,
        "attribution": np.zeros(count, np.int64),
        "click": (rng.random(count) < CLICKS_WITHOUT_CONVERSION).astype(np.int64),
        "click_pos": missing,
        "click_nb": missing,
    }


def _context(table: dict[str, np.ndarray], rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Draw columns unrelated to delays: prices, the time since the last click, categories."""
    count = len(table["timestamp"])
    since = (rng.random(count) - NO_EARLIER_CLICK) / (1 - NO_EARLIER_CLICK)
    drawn = {
        "cost": np.round(LARGEST_COST * rng.random(count) ** 8, 6),
        "cpo": np.round(LARGEST_CPO * rng.random(count) ** 2, 6),
        "time_since_last_click": np.where(
            since < 0, MISSING, np.floor(LONGEST_SINCE_CLICK ** np.maximum(since, 0))
        ).astype(np.int64),
    }
    for i, distinct in enumerate(CATEGORIES, 1):
        index = np.floor(distinct * rng.random(count) ** 3).astype(np.int64)
        drawn[f"cat{i}"] = _hash(index, 2 + i)
    return drawn


def _campaign(uid: np.ndarray, uniform: np.ndarray) -> np.ndarray:
    """Choose the user's usual campaign or, rarely, any other one."""
    other = np.floor(uniform / OTHER_CAMPAIGN * CAMPAIGNS).astype(np.int64)
    return _hash(np.where(uniform < OTHER_CAMPAIGN, other, uid % CAMPAIGNS), 2)


def _hash(index: np.ndarray, salt: int) -> np.ndarray:
    """Map indices to ids that look hashed; the map is one-to-one below ID_RANGE."""
    return (index * 20_073_967 + salt * 7_306_411 + 13) % ID_RANGE


def main() -> None:
    """Write a file of the size that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=int)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    generate(options.file, options.rows, options.seed)


if __name__ == "__main__":
    main()

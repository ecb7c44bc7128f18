import gzip
import json
import re
import shlex
import shutil
import subprocess
import sys

import duckdb
import numpy as np
import pandas as pd
import pytest

from conftest import ROOT
from delayed_bandits.experiments.delay_tables import read_log_table

PAGE = (ROOT / "docs/recipes.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S))
START = pd.Timestamp("2026-03-01")

SHELL = f"""set -eo pipefail
delayed-bandits() {{ {shlex.quote(sys.executable)} -P -m delayed_bandits "$@"; }}
answer() {{ {shlex.quote(sys.executable)} answer.py "$1"; }}
psql() {{ answer "$3"; }}
bq() {{ answer /dev/stdin; }}
"""
ANSWER = """import sys, duckdb
connection = duckdb.connect("made.db")
connection.execute("SET TimeZone = 'UTC'")
connection.sql(open(sys.argv[1]).read()).df().to_csv(sys.stdout, index=False)
"""


@pytest.fixture(scope="module")
def shop():
    """Clicks of visitors on two variants, and their orders: some twice, some without a click."""
    rng = np.random.default_rng(0)
    clicked = rng.choice(30 * 86400, 1200, replace=False)
    clicks = pd.DataFrame({"time": np.sort(clicked), "user": rng.integers(0, 500, 1200)})
    clicks["arm"] = rng.choice(["red", "blue"], 1200)
    bought = clicks[rng.random(1200) < 0.2]
    orders = bought.assign(time=bought["time"] + rng.integers(1, 4 * 86400, len(bought)))
    again = orders.sample(frac=0.3, random_state=1).assign(time=lambda o: o["time"] + 7)
    alone = orders.head(5).assign(user=range(1000, 1005))
    return clicks, pd.concat([orders, again, alone])


def by_hand(clicks, orders, keys):
    """Count clicks and conversions, an event at a time."""
    converted, last = {}, {}
    events = pd.concat([clicks.assign(kind=0), orders.assign(kind=1)])
    for event in events.sort_values(["time", "kind"]).itertuples():
        who = tuple(getattr(event, key) for key in keys)
        if event.kind == 0:
            last[who] = event.time
            converted[who, event.time] = False
        elif who in last:
            converted[who, last[who]] = True
    return len(converted), sum(converted.values())


def ga4(folder, clicks, orders):
    rows = [
        pd.DataFrame(
            {
                "event_timestamp": (events["time"] + START.timestamp()).astype("int64") * 10**6,
                "event_name": name,
                "user_pseudo_id": events["user"].astype(str),
                "collected_traffic_source": [
                    {"manual_campaign_name": arm if name == "session_start" else None}
                    for arm in events["arm"]
                ],
            }
        )
        for name, events in (("session_start", clicks), ("purchase", orders), ("scroll", clicks))
    ]
    (folder / "ga4_export").mkdir()
    for number, part in enumerate(rows):
        part.to_parquet(folder / "ga4_export" / f"{number:012}.parquet")


def retail_rocket(folder, clicks, orders):
    rows = [
        pd.DataFrame(
            {
                "timestamp": (events["time"] + START.timestamp()).astype("int64") * 1000,
                "visitorid": events["user"],
                "event": name,
                "itemid": events["arm"].map({"red": 11, "blue": 22}),
                "transactionid": range(len(events)) if name == "transaction" else None,
            }
        )
        for name, events in (("view", clicks), ("addtocart", orders), ("transaction", orders))
    ]
    pd.concat(rows).sample(frac=1, random_state=0).to_csv(folder / "events.csv", index=False)


def segment(folder, clicks, orders):
    def line(event, name, **properties):
        when = (START + pd.Timedelta(seconds=event.time)).isoformat() + "Z"
        found = {"type": "track", "event": name, "timestamp": when}
        found["anonymousId"] = f"u-{event.user}"
        return json.dumps(found | {"properties": properties})

    view, other = "Experiment Viewed", {"experiment_name": "other", "variation_name": "x"}
    lines = [
        line(e, view, experiment_name="checkout", variation_name=e.arm) for e in clicks.itertuples()
    ]
    lines += [line(e, view, **other) for e in clicks.head(50).itertuples()]
    lines += [line(e, "Order Completed", revenue=9.5) for e in orders.itertuples()]
    (folder / "segment.json.gz").write_bytes(gzip.compress("\n".join(lines).encode()))


def database(folder, clicks, orders):
    tables = {
        "clicks": clicks.rename(
            columns={"user": "user_id", "arm": "variant", "time": "clicked_at"}
        ),
        "orders": orders.rename(columns={"user": "user_id", "time": "ordered_at"}).drop(
            columns="arm"
        ),
    }
    with duckdb.connect(str(folder / "made.db")) as connection:
        connection.execute("CREATE SCHEMA shop")
        for name, table in tables.items():
            at = "clicked_at" if name == "clicks" else "ordered_at"
            moments = START + pd.to_timedelta(table[at], unit="s")
            connection.register("rows", table.assign(**{at: moments}))
            connection.execute(f"CREATE TABLE shop.{name} AS FROM rows")
            connection.execute(f"CREATE TABLE {name} AS FROM rows")
    (folder / "answer.py").write_text(ANSWER, encoding="utf-8")


@pytest.mark.parametrize(
    ("recipe", "make", "keys"),
    [
        ("GA4 export", ga4, ["user"]),
        ("RetailRocket", retail_rocket, ["user", "arm"]),
        ("Segment", segment, ["user"]),
        ("Postgres", database, ["user"]),
        ("BigQuery", database, ["user"]),
    ],
)
def test_the_text_of_a_recipe_counts_as_by_hand(tmp_path, shop, recipe, make, keys):
    make(tmp_path, *shop)
    text = RECIPES[recipe]
    for name, sql in zip(re.findall(r"`(\w+\.sql)`", text), blocks(text, "sql"), strict=True):
        (tmp_path / name).write_text(sql, encoding="utf-8")
    (script,) = blocks(text, r"sh \w+")
    command, kept = ["bash", "-c", SHELL + script], {"capture_output": True, "encoding": "utf-8"}
    answer = subprocess.run(command, cwd=tmp_path, timeout=300, check=False, **kept)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    clicks, conversions = by_hand(*shop, keys)
    assert f"{clicks:,} rows, {conversions:,} conversions" in answer.stdout
    assert 0.1 < conversions / clicks < 0.2
    (folder,) = re.findall(r"--output (\w+)", script)
    _, distributions = read_log_table(tmp_path / folder / "delays.parquet")
    arms = {"11", "22"} if recipe == "RetailRocket" else {"red", "blue"}
    assert {name for name in distributions if isinstance(name, str)} == arms


def blocks(text, mark):
    return re.findall(rf"^```{mark}\n(.*?)^```", text, re.M | re.S)


def test_other_keys_give_other_conversions(shop):
    """A control of the counts by hand."""
    assert by_hand(*shop, ["user"]) != by_hand(*shop, ["user", "arm"])


CURL = """curl() {
  case "$*" in
    *-d*) cp "$(grep -o '[a-z]*[.]json' <<< "$*")" sent.json ;;
    *) cat answer.json ;;
  esac
}
"""
FLAG = {
    "filters": {
        "groups": [{"rollout_percentage": 80}],
        "multivariate": {"variants": [{"key": "red", "name": "R"}, {"key": "blue"}, {"key": "x"}]},
    }
}
PHASE = {"name": "Main", "dateStarted": "2026-01-01T00:00:00Z", "seed": "s", "coverage": 0.8}
ENDED = {"dateEnded": "2026-02-01T00:00:00Z", "reasonForStopping": "split"}
SPACE = {"namespaceId": "n", "range": [0, 0.5]}
SPLIT = [{"variationId": name, "weight": 1 / 4} for name in ("v0", "v1")]


def sent(folder, platform, answer, weights):
    """What the recipe sends to a platform that answers with JSON."""
    script = (ROOT / f"examples/{platform.lower()}.sh").read_text()
    (folder / "weights.json").write_text(json.dumps({"weights": weights}))
    (folder / "answer.json").write_text(json.dumps(answer))
    done = subprocess.run(["bash", "-c", CURL + script], cwd=folder, check=False)
    assert (done.returncode == 0) == (folder / "sent.json").exists()
    return json.loads((folder / "sent.json").read_text()) if done.returncode == 0 else None


needs_jq = pytest.mark.skipif(shutil.which("jq") is None, reason="needs jq")


WEIGHTS = {
    (0.29, 0.57, 0.14): [29, 57, 14],
    (0.333334, 0.333333, 0.333333): [34, 33, 33],
    (0.0, 0.999984, 0.000016): [0, 100, 0],
    (0.004, 0.503, 0.493): [1, 50, 49],
}


@needs_jq
@pytest.mark.parametrize("weights", WEIGHTS)
def test_posthog_gets_whole_percentages_by_largest_remainder(tmp_path, weights):
    filters = sent(tmp_path, "PostHog", FLAG, dict(zip(("red", "blue", "x"), weights, strict=True)))
    assert filters["filters"]["groups"] == FLAG["filters"]["groups"]
    variants = filters["filters"]["multivariate"]["variants"]
    shares = [variant.pop("rollout_percentage") for variant in variants]
    assert variants == FLAG["filters"]["multivariate"]["variants"]
    assert shares == WEIGHTS[weights]
    assert all(isinstance(share, int) for share in shares)


@needs_jq
@pytest.mark.parametrize("arms", [("red", "blue"), ("red", "blue", "x", "y"), ("red", "blue", "z")])
def test_nothing_is_sent_if_arms_are_not_the_variants(tmp_path, arms):
    weights = dict.fromkeys(arms, 1 / len(arms))
    assert sent(tmp_path, "PostHog", FLAG, weights) is None
    variations = [
        {"variationId": f"v{i}", "key": key} for i, key in enumerate(["red", "blue", "x"])
    ]
    answer = {"experiment": {"variations": variations, "phases": [PHASE | {"trafficSplit": SPLIT}]}}
    assert sent(tmp_path, "GrowthBook", answer, weights) is None


@needs_jq
def test_growthbook_gets_weights_in_the_last_phase_and_all_else_as_before(tmp_path):
    """GrowthBook names condition, reason and weights differently in its answer and its request."""
    first = PHASE | ENDED | {"trafficSplit": SPLIT, "targetingCondition": "", "prerequisites": []}
    last = PHASE | {"dateEnded": "", "reasonForStopping": "", "trafficSplit": SPLIT}
    last |= {"targetingCondition": '{"a": 1}', "namespace": SPACE}
    variations = [{"variationId": "v0", "key": "red"}, {"variationId": "v1", "key": "blue"}]
    answer = {"experiment": {"variations": variations, "phases": [first, last]}}
    found = sent(tmp_path, "GrowthBook", answer, {"blue": 0.3, "red": 0.7})
    kept = {
        "dateEnded": ENDED["dateEnded"],
        "reason": "split",
        "condition": "",
        "prerequisites": [],
    }
    told = {"reason": "", "condition": '{"a": 1}', "namespace": SPACE | {"enabled": True}}
    before, now = PHASE | kept | {"variationWeights": [1 / 4] * 2}, {"variationWeights": [0.7, 0.3]}
    assert found == {"phases": [before, PHASE | told | now]}

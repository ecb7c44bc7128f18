"""What was found in a log: the page, the table, and the law that takes its delays."""

import numpy as np
import pandas as pd
import pytest

from delayed_bandits.checks.errors import InputError
from delayed_bandits.cli.commands import main
from delayed_bandits.delays.laws import law_from
from delayed_bandits.experiments.delay_tables import read_log_table
from logs import DAY, clicks, write


def test_command_writes_the_page_and_the_law(tmp_path, late, capsys):
    path = write(tmp_path / "late.csv", late.read_text() + "9,3,<b>bad</b>\n")
    assert main(["log", str(path), "--output", str(tmp_path / "out")]) == 0
    assert "conversion before click" in capsys.readouterr().out
    origin, laws = read_log_table(tmp_path / "out" / "delays.parquet")
    assert "sha256" in origin
    assert set(laws) == {None, "slow", "fast", 1, 2}
    largest = clicks()["arm"].value_counts().index[0]
    np.testing.assert_array_equal(laws[1], laws[largest])
    slow = law_from({"law": "log", "scale": 1 / DAY, "arm": "slow"}, log=laws)
    everything = law_from({"law": "log", "scale": 1 / DAY}, log=laws)
    assert everything.mean < slow.mean
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "conversion before click" in page
    assert "<b>bad" not in page
    fits = pd.read_csv(tmp_path / "out" / "fits.csv")
    assert set(fits["arm"]) == {"all arms", "slow", "fast"}
    assert len((tmp_path / "out" / "left_out.txt").read_text().splitlines()) == 1


@pytest.mark.parametrize(
    ("spec", "log", "message"),
    [
        ({"arm": "b"}, {None: [1], "bb": [1]}, "arm is 'b'; did you mean 'bb'"),
        ({}, None, "no log was given; expected log: FILE in config.yaml"),
        ({"rank": 2}, {None: [1], "bb": [1], 1: [1]}, "rank is 2; the log has 1 arms"),
        ({"rank": 1, "arm": "bb"}, {None: [1], "bb": [1], 1: [1]}, "arm and rank are given"),
    ],
)
def test_a_law_without_its_log_is_refused(spec, log, message):
    log = log and {name: np.array(delays) for name, delays in log.items()}
    with pytest.raises(InputError, match=message):
        law_from({"law": "log", "scale": 1.0, **spec}, log=log)

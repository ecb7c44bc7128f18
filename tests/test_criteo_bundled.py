"""The bundled quantiles, against the printed facts about the distribution they come from."""

from pathlib import Path

import numpy as np
import pytest

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.criteo.conversions import bundled_delays, read_quantiles
from delayed_bandits.data.criteo.schema import CAP_SECONDS

BUNDLED = Path(__file__).parents[1] / "data" / "criteo_delay_quantiles.csv"

# log10 of the quantiles of the density taken as atoms on its grid, 0.0064 apart
ATOMS = """
.01 1.354 .02 1.532 .03 1.648 .05 1.824 .075 2.007 .10 2.184 .125 2.378 .15 2.596 .175 2.834
.20 3.091 .225 3.388 .25 3.758 .275 4.169 .30 4.576 .35 4.920 .40 5.133 .45 5.313 .50 5.458
.55 5.582 .60 5.692 .65 5.791 .70 5.884 .75 5.973 .80 6.057 .85 6.138 .90 6.219 .95 6.303
.975 6.351 .99 6.386 1.0 6.4136
"""
GRID_STEP = 6.413634494542615 / 1000
ROUNDING = 0.0005

# P(delay in hundreds of seconds, rounded down, <= m)
ARRIVED = {
    0: 0.0732,
    10: 0.1953,
    50: 0.2468,
    100: 0.2650,
    200: 0.2827,
    500: 0.3100,
    1000: 0.3687,
    2000: 0.4454,
    5000: 0.6017,
    10000: 0.7638,
    20000: 0.9473,
}


@pytest.fixture(scope="module")
def quantiles():
    return read_quantiles(BUNDLED)


@pytest.fixture(scope="module")
def delays(quantiles):
    return bundled_delays(quantiles)["delay"].to_numpy()


def test_quantiles_are_those_of_the_density(quantiles):
    probability, expected = np.array(ATOMS.split(), float).reshape(-1, 2).T
    found = np.interp(probability, quantiles.probability, quantiles.log10_seconds)
    # an atom stands for its surroundings: half a step on either side
    assert found == pytest.approx(expected, abs=GRID_STEP / 2 + ROUNDING)


@pytest.mark.parametrize("m", ARRIVED)
def test_share_of_feedback_that_has_arrived(delays, m):
    assert np.mean(delays // 100 <= m) == pytest.approx(ARRIVED[m], abs=0.002)


def test_mean_and_range(delays):
    assert delays.mean() / 86_400 == pytest.approx(6.62, rel=0.01)
    assert delays.min() >= 1
    assert 2_591_000 < delays.max() <= CAP_SECONDS


def test_table_of_delays(quantiles):
    table = bundled_delays(quantiles, n=7)
    assert table.schema.names == ["delay"]
    assert str(table.schema.field("delay").type) == "int64"
    assert table["delay"].to_pylist()[3] == int(10 ** np.interp(0.5, *vars(quantiles).values()))
    assert (np.diff(bundled_delays(quantiles)["delay"]) >= 0).all()


def test_source_and_licence_stand_in_the_file():
    comments = [line for line in BUNDLED.read_text().splitlines() if line.startswith("#")]
    text = " ".join(comments)
    for fact in ("Criteo", "CC BY-NC-SA 4.0", "MarcoGigli/bootstrap-conversions", "806,196"):
        assert fact in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "No such file"),
        ("", "expected a table of quantiles"),
        ("probability,log10_seconds\n", "0 rows; expected at least probability 0 and 1"),
        ("p,log10_seconds\n0,0\n1,1\n", "columns are ['p', 'log10_seconds']"),
        ("probability,log10_seconds\n0,0\n0.5,x\n1,1\n", "could not convert string to float"),
        ("probability,log10_seconds\n0,0\n0.5,1\n0.5,1\n1,1\n", "column probability"),
        ("probability,log10_seconds\n0.1,0\n1,1\n", "column probability"),
        ("probability,log10_seconds\n0,0\n,1\n1,1\n", "column probability"),
        ("probability,log10_seconds\n0,0\n0.5,2\n1,1\n", "column log10_seconds"),
        ("probability,log10_seconds\n0,0\n0.5,\n1,1\n", "column log10_seconds"),
    ],
)
def test_wrong_tables_are_refused_in_one_line(tmp_path, text, said):
    path = tmp_path / "quantiles.csv"
    if text is not None:
        path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_quantiles(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)

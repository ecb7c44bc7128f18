"""Delay laws from their descriptions in YAML, and the refusal of bad ones."""

import math

import numpy as np
import pytest

from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays.laws import (
    Constant,
    Geometric,
    NegativeBinomial,
    Pareto,
    TwoPoint,
    law_from,
    laws_from,
)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"law": "constant", "rounds": 7}, Constant(7)),
        ({"law": "two_point", "low": 0, "high": 9, "probability": 0.1}, TwoPoint(0, 9, 0.1)),
        ({"law": "geometric", "mean": 100}, Geometric(100)),
        ({"law": "geometric", "mean": 20, "start": 0}, Geometric(20, start=0)),
        ({"law": "negative_binomial", "mean": 3, "successes": 2}, NegativeBinomial(3, 2)),
        ({"law": "pareto", "shape": 2, "minimum": 250.0}, Pareto(2, 250.0)),
    ],
)
def test_a_law_from_its_description(spec, expected):
    before = dict(spec)
    assert law_from(spec) == expected
    assert spec == before


def test_the_criteo_law_takes_the_given_delays():
    law = law_from({"law": "criteo", "scale": 0.01}, np.array([5, 250, 99_999]))
    assert law.quantile([0.0, 0.4, 0.9]).tolist() == [0, 2, 999]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"mean": 3}, "delay law: key 'law' is missing; expected one of constant, uniform"),
        ({"law": "geometrik"}, "'geometrik' is unknown; did you mean 'geometric'?"),
        ({"law": 3}, "delay law 3 is unknown"),
        (
            {"law": "geometric", "men": 3},
            "'geometric': unknown key 'men'; did you mean 'mean'?",
        ),
        ({"law": "uniform", "low": 3}, "'uniform': key 'high' is missing"),
        ({"law": "criteo", "scale": 0.01}, "'criteo': no Criteo delays were given"),
        ({"law": "criteo", "delays": [1], "scale": 1}, "unknown key 'delays'"),
        ({"law": "geometric", "mean": 0.5}, "mean is 0.5; expected a number, at least 1"),
        ({"law": "geometric", "mean": 5, "start": 2}, "start is 2; expected one of"),
        ({"law": "constant", "rounds": 2.5}, "rounds is 2.5; expected a value of type integer"),
        ({"law": "constant", "rounds": True}, "rounds is True; expected a value of type integer"),
        ({"law": "uniform", "low": 5, "high": 4}, "high is 4; expected a whole number, at least 5"),
        ({"law": "two_point", "low": 1, "high": 2}, "key 'probability' is missing"),
        (
            {"law": "two_point", "low": -1, "high": 2, "probability": 0.5},
            "low is -1; expected at least 0",
        ),
        (
            {"law": "two_point", "low": 5, "high": 4, "probability": 0.5},
            "high is 4; expected a whole number, at least 5",
        ),
        (
            {"law": "two_point", "low": 1, "high": 2, "probability": -0.1},
            "probability is -0.1; expected at least 0",
        ),
        (
            {"law": "two_point", "low": 1, "high": 2, "probability": 1.5},
            "probability is 1.5; expected at most 1",
        ),
        (
            {"law": "two_point", "low": 1, "high": 2, "probability": math.nan},
            "probability is nan; expected a value of type number",
        ),
        ({"law": "poisson", "mean": "ten"}, "mean is 'ten'; expected a value of type number"),
        ({"law": "poisson", "mean": math.nan}, "mean is nan; expected"),
        ({"law": "exponential", "mean": math.inf}, "mean is inf; expected a value of type number"),
        ({"law": "half_normal", "scale": 0}, "scale is 0; expected more than 0"),
        ({"law": "normal", "location": -1, "scale": 1}, "location is -1; expected"),
        ({"law": "negative_binomial", "mean": 1, "successes": 0}, "successes is 0; expected"),
        ({"law": "pareto", "shape": 0, "minimum": 1}, "'pareto': shape is 0; expected"),
        ({"law": "packet", "size": 0}, "size is 0; expected at least 1"),
    ],
)
def test_a_bad_description_is_refused_in_one_line(spec, message):
    with pytest.raises(InputError) as error:
        law_from(spec)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_one_description_or_one_for_each_arm():
    geometric = {"law": "geometric", "mean": 100}
    assert laws_from(geometric) == Geometric(100)
    assert laws_from([geometric, {"law": "constant", "rounds": 7}]) == [Geometric(100), Constant(7)]
    assert laws_from([geometric]) == [Geometric(100)]
    criteo = {"law": "criteo", "scale": 1.0}
    observed = np.array([5, 250])
    assert laws_from(criteo, observed).bound == 250
    assert [law.bound for law in laws_from([geometric, criteo], observed)] == [math.inf, 250]


def test_a_bad_description_of_an_arm_is_refused_with_its_number():
    good, bad = {"law": "constant", "rounds": 7}, {"law": "packet", "size": 0}
    with pytest.raises(InputError, match=r"^arm 2: delay law 'packet': size is 0; expected"):
        laws_from([good, bad, good])
    with pytest.raises(InputError, match=r"^delay law 'packet': size is 0; expected"):
        laws_from(bad)

import math

import numpy as np
import pytest

from conftest import listed, refused
from delayed_bandits.delays.closed_forms import Constant, Geometric
from delayed_bandits.delays.distributions import (
    DISTRIBUTIONS,
    distribution_from,
    distributions_from,
)

CONSTANT = {"distribution": "constant", "rounds": 7}
GEOMETRIC = {"distribution": "geometric", "mean": 100}
LISTED = listed("delays.yaml")
FIELDS = LISTED["fields"]
GOOD = {d: {name: values[0] for name, values in of.items()} for d, of in FIELDS.items()}


@pytest.mark.parametrize("name", GOOD)
def test_distribution_is_built_from_its_description(name):
    expected = DISTRIBUTIONS[name](**GOOD[name])
    assert distribution_from({"distribution": name, **GOOD[name]}) == expected


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [(dist, name, bad) for dist, of in FIELDS.items() for name in of for bad in of[name][1:]],
)
def test_value_out_of_range_names_the_key(name, field, value):
    with refused("", f"'{name}'", "high" if (name, value) == ("uniform", 6) else field):
        distribution_from({"distribution": name, **GOOD[name], field: value})


@pytest.mark.parametrize(("spec", "message"), LISTED["descriptions"])
def test_bad_description_names_the_key(spec, message):
    with refused("", message):
        distributions_from(spec)


def test_one_description_or_one_for_each_arm():
    assert distributions_from(GEOMETRIC) == Geometric(100)
    assert distributions_from([GEOMETRIC, CONSTANT]) == [Geometric(100), Constant(7)]
    criteo, observed = {"distribution": "criteo", "scale": 0.01}, np.array([5, 250, 99_999])
    assert distributions_from(criteo, observed).quantile([0.0, 0.4, 0.9]).tolist() == [0, 2, 999]
    assert [d.bound for d in distributions_from([GEOMETRIC, criteo], observed)] == [math.inf, 999]

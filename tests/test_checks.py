from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
import pytest

from conftest import listed, refused
from delayed_bandits.checks import types
from delayed_bandits.checks.build import Described, build
from delayed_bandits.checks.schema import check_values
from delayed_bandits.delays.closed_forms import Geometric, Uniform
from delayed_bandits.traces import instances
from delayed_bandits.traces.adversarial_linear.bodies import Ball
from delayed_bandits.traces.k_armed.losses import RandomWave


def learner(
    trace: Any,
    *,
    window: types.Window,
    confidence: types.Probability = 0.1,
    share: types.Share = 0.5,
    scale: types.Positive = 1.0,
    known: types.Known = None,
    careful: types.Flag = False,
    start: Literal[0, 1] = 0,
    order: Literal["value", "printed"] = "value",
    cutoff: Annotated[int | None, {"type": ["integer", "null"], "minimum": 1}] = None,
    means: types.Means = (),
    free: float = 0.0,
    name_or_number: Annotated[int | str, {"type": ["integer", "string"]}] = 0,
) -> None:
    """Take parameters of every type."""


@pytest.mark.parametrize(("values", "name"), listed("values.yaml"))
def test_value_of_a_wrong_type_names_the_parameter(values, name):
    with refused("here: ", name):
        check_values(learner, values, "here")


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"window": 1, "confidence": 0.5, "share": 0, "scale": 1, "known": None, "careful": True},
        {"window": np.int64(3), "share": np.float64(1), "known": np.float32(0.5), "start": 1},
        {"order": "printed", "cutoff": None, "means": [0.1], "free": "anything", "unknown": 1},
        {"name_or_number": "text"},
    ],
)
def test_allowed_values_pass(values):
    check_values(learner, values, "here")


@pytest.mark.parametrize(
    ("make", "name", "key"),
    [
        (lambda: Geometric(5, start=3), "geometric", "start"),
        (lambda: Uniform(5, 4), "uniform", "high"),
        (lambda: RandomWave(4, 3), "random_wave", "longest"),
        (lambda: Ball(0), "ball", "dimension"),
        (lambda: instances.Unit(0), "unit", "dimension"),
    ],
)
def test_objects_made_in_python_are_checked(make, name, key):
    with refused("", name, key):
        make()


@dataclass(frozen=True)
class Leaf(Described):
    what, name = "plant", "leaf"
    size: types.Count
    table: Any
    colour: str = "green"


@dataclass(frozen=True)
class Twig(Described):
    what, name = "plant", "twig"
    of: Described


PLANTS = {"leaf": Leaf, "twig": Twig}


def test_description_is_built_into_its_dataclass():
    spec = {"distribution": "twig", "of": {"distribution": "leaf", "size": 3}}
    assert build(spec, PLANTS, table="data") == Twig(Leaf(3, "data"))
    assert spec == {"distribution": "twig", "of": {"distribution": "leaf", "size": 3}}


@pytest.mark.parametrize(
    ("spec", "key"),
    [
        (3, "distribution"),
        ({"distribution": "leaf", "size": 0}, "size"),
        ({"distribution": "leaf", "table": 1}, "table"),
    ],
)
def test_bad_nested_description_names_the_key(spec, key):
    with refused("plant 'twig', of: ", key):
        build({"distribution": "twig", "of": spec}, PLANTS, table="data")

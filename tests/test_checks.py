"""Values held against the types of parameters, and descriptions turned into dataclasses."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
import pytest

from conftest import listed, refused
from delayed_bandits.checks import types
from delayed_bandits.checks.build import Described, build
from delayed_bandits.checks.schema import check_values, suggestion
from delayed_bandits.delays.closed_forms import Geometric, Uniform
from delayed_bandits.delays.laws import LAWS
from delayed_bandits.traces import instances
from delayed_bandits.traces.adversarial_linear.bodies import BODIES, Ball
from delayed_bandits.traces.k_armed.losses import LOSS_LAWS, RandomWave

KINDS = [LAWS, LOSS_LAWS, BODIES, instances.BUDGETED, instances.PAYOFFS]


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
def test_a_value_that_its_type_does_not_allow_gets_one_line(values, name):
    with refused("here: ", f"{name} is "):
        check_values(learner, values, "here")


def test_of_very_many_names_five_are_suggested():
    names = [f"setting-{n}" for n in range(100, 500)]
    assert suggestion("log", names[:30]).count("setting-") == 30
    assert suggestion("log", names).count("setting-") == 5
    assert suggestion("log", names).endswith("... (400 names)")
    assert suggestion("setting-0", names).count("setting-") == 1


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
def test_values_that_are_allowed(values):
    check_values(learner, values, "here")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Geometric(5, start=3), "delay law 'geometric': start is 3; expected one of"),
        (lambda: Uniform(5, 4), "delay law 'uniform': high is 4; expected a whole number, at"),
        (lambda: RandomWave(4, 3), "loss law 'random_wave': longest is 3; expected a whole number"),
        (lambda: Ball(0), "body 'ball': dimension is 0; expected at least 1"),
        (lambda: instances.Unit(0), "instances 'unit': dimension is 0; expected at least 1"),
    ],
)
def test_what_is_made_in_python_is_checked_too(make, message):
    with refused(message):
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


def test_a_description_names_a_dataclass_and_its_fields():
    spec = {"law": "twig", "of": {"law": "leaf", "size": 3}}
    assert build(spec, PLANTS, table="data") == Twig(Leaf(3, "data"))
    assert spec == {"law": "twig", "of": {"law": "leaf", "size": 3}}


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (3, "3 found; expected a mapping with the key 'law'"),
        ({"law": "leaf", "size": 0}, "plant 'leaf': size is 0; expected at least 1"),
        ({"law": "leaf", "table": 1}, "plant 'leaf': unknown key 'table'; expected one of: colour"),
    ],
)
def test_a_bad_description_in_another_gets_one_line(spec, message):
    with refused("plant 'twig', of: ", message):
        build({"law": "twig", "of": spec}, PLANTS, table="data")


@pytest.mark.parametrize("kinds", KINDS, ids=lambda kinds: next(iter(kinds.values())).what)
def test_kinds_share_what_they_are_called_and_the_key_of_their_name(kinds):
    assert len({(kind.what, kind.key) for kind in kinds.values()}) == 1
    assert all(kind.name == name for name, kind in kinds.items())

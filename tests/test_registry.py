import typing
from dataclasses import fields

import pytest

from conftest import refused
from delayed_bandits.checks.types import FROM_ENVIRONMENT
from delayed_bandits.delays.distributions import distribution_from
from delayed_bandits.traces.k_armed.anonymous import AnonymousTrace
from delayed_bandits.traces.streams import Streams
from every_algorithm import ALGORITHMS


def draw():
    delay = distribution_from({"distribution": "uniform", "low": 0, "high": 6})
    means = [0.3, 0.5, 0.8]
    return AnonymousTrace.draw(Streams(9, "registry"), 0, horizon=80, delay=delay, means=means)


@pytest.mark.parametrize("run", ALGORITHMS)
def test_schema_has_only_parameters_of_the_user(run):
    """Arguments that only the trace gives are in no schema. All are attributes of the trace."""
    found = ALGORITHMS[run]
    hints = typing.get_type_hints(found.function, include_extras=True)
    for name, hint in hints.items():
        if FROM_ENVIRONMENT not in getattr(hint, "__metadata__", ()):
            continue
        form = found.parameters["properties"].get(name)
        assert form == (None if hint.__metadata__ == (FROM_ENVIRONMENT,) else hint.__metadata__[0])
        assert name not in found.parameters["required"]
        attributes = {field.name for field in fields(found.trace)}
        assert name in attributes or hasattr(found.trace, name)
    assert "randomness" not in found.parameters["properties"]


def test_refused_parameters_are_not_played():
    clw_exp3 = ALGORITHMS["anonymous_baselines.clw_exp3"]
    trace = draw()
    with refused("", "delay_bound"):
        clw_exp3.play(trace, delay_bound=5)
    assert clw_exp3.play(trace).tolist() == clw_exp3.play(trace, delay_bound=6).tolist()

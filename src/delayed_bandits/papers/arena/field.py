"""Fields: the algorithms that play all settings of a feedback model."""

from collections.abc import Mapping

import numpy as np

from delayed_bandits.analysis.curves import AllCurves, Curves, Styles
from delayed_bandits.analysis.ranks import REFERENCE, Field
from delayed_bandits.traces.streams import Streams

MAIN = ("k2-gap010", "k10-gap020")  # the problems of every environment

RANDOM_PLAY = "random_play"

UNCHECKED = (
    *("phased_successive_elimination", "optimistic_pessimistic_elimination"),
    "best_of_both_worlds",
)
"""Algorithms with constants that we could not check: neither in pictures nor in ranks."""


def feedback_model_of(curve: Curves, style: Mapping[str, str]) -> str:
    """Return `REFERENCE` for a reference algorithm, else the run's feedback model."""
    model = style["feedback_model"]
    return model if model == REFERENCE else curve.coordinates.get("feedback_model", model)


def fields_of(curves: AllCurves, styles: Styles) -> dict[str, Field]:
    """Return the field of each feedback model with runs, in the order of `styles`."""
    models = dict.fromkeys(style["feedback_model"] for style in styles.values())
    models.pop(REFERENCE, None)
    return {model: found for model in models if (found := field_of(curves, styles, model))}


def field_of(curves: AllCurves, styles: Styles, model: str) -> Field | None:
    """Return the field of a feedback model, or None if the model has no runs."""
    played: dict[str, list[str]] = {}
    for (setting, name), curve in curves.items():
        if feedback_model_of(curve, styles[name]) == model and name not in UNCHECKED:
            played.setdefault(name, []).append(setting)
    if not played:
        return None
    settings = max(played.values(), key=len)
    algorithms = [name for name in styles if set(played.get(name, ())).issuperset(settings)]
    found = [[curves[setting, name] for setting in settings] for name in algorithms]
    return Field(
        algorithms,
        settings,
        np.array([curve.coordinates["environment"] for curve in found[0]]),
        np.array([[curve.final for curve in of_algorithm] for of_algorithm in found]),
        np.array([np.mean(curves[setting, RANDOM_PLAY].final) for setting in settings]),
        streams_of(found[0][0]),
    )


def streams_of(curve: Curves) -> Streams:
    """Return the random streams of the experiment that a run belongs to."""
    return Streams(curve.specification.master_seed, curve.specification.paper)

"""The field of one feedback model: the final regrets of the algorithms that play all of its
settings.
"""

from collections.abc import Mapping

import numpy as np

from delayed_bandits.analysis.curves import AllCurves, Curves
from delayed_bandits.analysis.ranks import REFERENCE, Field
from delayed_bandits.traces.streams import Streams

Styles = Mapping[str, Mapping[str, str]]
"""Label, colour and line of each algorithm, with its feedback model; claims must not import the
drawing.
"""

MAIN = ("k2-gap010", "k10-gap020")  # the problems that are played in every environment

UNIFORM = "random_play"


def feedback_model_of(curve: Curves, style: Mapping[str, str]) -> str:
    """Name the feedback model of a run: that of its setting, if that has one, or of its
    algorithm.
    """
    feedback_model = style["feedback_model"]
    return (
        feedback_model
        if feedback_model == REFERENCE
        else curve.coordinates.get("feedback_model", feedback_model)
    )


def fields_of(curves: AllCurves, styles: Styles) -> dict[str, Field]:
    """Collect the fields of the feedback models that are played, in the order of their first
    algorithms.
    """
    feedback_models = dict.fromkeys(styles[name]["feedback_model"] for name in styles)
    feedback_models = [
        feedback_model for feedback_model in feedback_models if feedback_model != REFERENCE
    ]
    return {
        feedback_model: found
        for feedback_model in feedback_models
        if (found := field_of(curves, styles, feedback_model))
    }


def field_of(curves: AllCurves, styles: Styles, feedback_model: str) -> Field | None:
    """Collect the field of a feedback model: its algorithms that play most settings; None if there
    are none.
    """
    played: dict[str, list[str]] = {}
    for (setting, name), curve in curves.items():
        if feedback_model_of(curve, styles[name]) == feedback_model:
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
        np.array([np.mean(curves[setting, UNIFORM].final) for setting in settings]),
        streams_of(found[0][0]),
    )


def streams_of(curve: Curves) -> Streams:
    """Give the streams of the experiment that a run belongs to."""
    return Streams(curve.specification.master_seed, curve.specification.paper)

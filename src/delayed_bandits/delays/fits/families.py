"""The families of distributions that are fitted to conversion delays."""

from collections.abc import Iterable
from dataclasses import dataclass

import scipy.stats
from numpy.typing import ArrayLike

from delayed_bandits.delays.base import Reals


@dataclass(frozen=True)
class Family:
    """A distribution of SciPy with a scale and at most one shape, or a mixture of two of them.

    `names` has, in the order in which every function here takes the values of the parameters: the
    weight of the first component of a mixture; the shape, if any, and the scale of each component.
    """

    name: str
    components: tuple[scipy.stats.rv_continuous, ...]
    names: tuple[str, ...]

    def evaluate(self, function: str, seconds: ArrayLike, values: Iterable[float]) -> Reals:
        """Evaluate `function` (cdf, sf or pdf) at `seconds`, given the parameters' `values`."""
        values = iter(values)
        weight = next(values) if len(self.components) == 2 else 1.0
        total = 0.0
        for share, law in zip((weight, 1 - weight), self.components, strict=False):
            shapes = [next(values) for _ in range(law.numargs)]
            total = total + share * getattr(law, function)(seconds, *shapes, scale=next(values))
        return total


FAMILIES = (
    Family("exponential", (scipy.stats.expon,), ("mean",)),
    Family("weibull", (scipy.stats.weibull_min,), ("shape", "scale")),
    Family("gamma", (scipy.stats.gamma,), ("shape", "scale")),
    Family("lognormal", (scipy.stats.lognorm,), ("sigma", "median")),
    Family("lomax", (scipy.stats.lomax,), ("shape", "scale")),
    Family(
        "lognormal + gamma",
        (scipy.stats.lognorm, scipy.stats.gamma),
        ("lognormal_weight", "lognormal_sigma", "lognormal_median", "gamma_shape", "gamma_scale"),
    ),
)

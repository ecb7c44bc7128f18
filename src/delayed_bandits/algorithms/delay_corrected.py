"""Algorithms for conversions that come late (Wang et al. 2022, arXiv:2202.00846), in batches.

The first rounds are uniform play. Then each `every` rounds S and M of all arms are counted anew, as
a model of clicks says, and decide the play of the batch. Formulas are those of the authors' code.
"""

import math
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Mapping

import numpy as np

from delayed_bandits.algorithms.best_arm import probabilities_of_best, raised
from delayed_bandits.algorithms.click_models import MODELS, laws_of_conversions
from delayed_bandits.algorithms.clicks import Clicks, no_clicks, play_posterior, play_shares

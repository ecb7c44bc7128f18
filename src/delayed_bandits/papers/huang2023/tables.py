"""Tables of Huang et al. 2023."""

import numpy as np
import pandas as pd

from delayed_bandits.analysis.curves import AllCurves, Styles
from delayed_bandits.papers.huang2023.measures import BOUNDS, NO_DELAYS, environment_of


def bounds(curves: AllCurves, styles: Styles) -> pd.DataFrame:
    """Return the bound of Corollary 5.1 and random play's regret, by round."""
    idle = curves["sca-none", "uniform"]
    rate = idle.final.mean() / idle.rounds[-1]
    parts = []
    for setting in ("sca-fixed10", "long-sca-fixed100"):
        curve = curves[setting, "banker_tinf_greedy"]
        rounds = curve.rounds[4::5]
        upto = [{**curve.trace, "horizon": int(T)} for T in rounds]
        bound = BOUNDS["Corollary 5.1's bound"]
        values = [bound(environment_of(one, NO_DELAYS)) for one in upto]
        for name, mean in (("bound", np.array(values)), ("uniform", rate * rounds)):
            found = {"setting": setting, "algorithm": name, "round": rounds, "mean": mean}
            parts.append(pd.DataFrame({**found, "ci_low": mean, "ci_high": mean}))
    return pd.concat(parts, ignore_index=True)

"""Conclusions on Wang et al. (2022)."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "D-TS has less regret than naive Thompson sampling in {c01.authors.count} settings of "
        "the authors' code. At low rates the mean difference is {c01.ours[low]} over all runs. "
        "Over the runs that the authors' code keeps it is {c01.authors[low]}.",
        dict.fromkeys(("c01.authors", "c01.ours", "c05.authors", "c05.ours"), "reproduced")
        | {"c04.ours": "in part", "o05.ours": "in part"},
        headline="D-TS has less regret than naive Thompson sampling in {c01.authors.count} "
        "settings of the authors' code. At high rates D-TS has {c05.authors[high]:.0%} of an "
        "equal split's regret. The best arm has the longest delays in all of these settings. In "
        "our other settings D-TS has less regret than naive Thompson sampling in "
        "{c04.ours.count}. D-TS needs no window. It counts each click by the share of its arm's "
        "conversions that come within the age of the click. If D-TS is given the delays, it has "
        "less regret than Thompson sampling with a window in {o05.ours.count} cases.",
        first=True,
    ),
    Conclusion(
        "D-TS can have more regret than naive Thompson sampling if the best arm does not have the "
        "longest delays. The best arm has them in all settings of the authors' code. At low rates "
        "D-TS has {c04.ours[low-reversed]:.0f} more regret than naive Thompson sampling if the "
        "best arm is the fastest. If all arms are equally slow, D-TS has {c04.ours[low-equal]:.0f} "
        "more regret.",
        {"c04.ours": "in part"},
    ),
    Conclusion(
        "D-UCB has more regret than D-TS in {c02.authors.count} settings of the authors' code. "
        "D-BUCB has less regret than D-TS in {o03.em.count}. D-BUCB is in that code, but not on "
        "the authors' page.",
        dict.fromkeys(("c02.authors", "o03.em"), "reproduced"),
    ),
    Conclusion(
        "Full Bayesian inference has less regret than D-TS at low rates, and more at high rates, "
        "as on the authors' page. The regret of D-TS less that of full Bayesian inference is "
        "{c03.ours[low]} at low rates and {c03.ours[high]} at high rates.",
        {"c03.ours": "in part"},
    ),
    Conclusion(
        "D-TS, given the delays, has less regret than Thompson sampling with a window in "
        "{o05.ours.count} cases. In the other cases a window favours the best arm, which is the "
        "fastest. There D-TS has {o05.ours[window_250-high-reversed-rules]:.0%} of the regret of "
        "Thompson sampling with a 12-hour window.",
        {"o05.ours": "in part"},
    ),
]

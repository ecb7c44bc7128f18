"""Conclusions on Wang et al. 2022."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "In {c04.ours.count} variations of these settings D-TS has less regret than naive "
        "Thompson sampling. At low rates it has {c04.ours[low-reversed]:.0f} more regret if the "
        "best arm is the fastest.",
        {"c01.authors": "reproduced", "c01.ours": "reproduced", "c04.ours": "in part"},
        headline="D-TS has less regret than naive Thompson sampling in {c01.authors.count} "
        "settings of the authors' code, in all of which the best arm has the longest delays.",
        reply="The authors' code leaves some runs out. Over all runs the verdicts on its settings "
        "are the same.",
        first=True,
    ),
    Conclusion(
        "In the settings of the authors' code D-TS has {c05.authors.range:.0%} of an equal "
        "split's regret.",
        {"c05.authors": "reproduced"},
    ),
    Conclusion(
        "D-UCB has more regret than D-TS in {c02.authors.count} settings of the authors' code. "
        "D-BUCB, which is in that code and not on the authors' page, has less in {o03.em.count}.",
        dict.fromkeys(("c02.authors", "o03.em"), "reproduced"),
    ),
    Conclusion(
        "D-TS has {c03.ours[low]} more regret than full Bayesian inference at low rates. At high "
        "rates the difference is {c03.ours[high]}.",
        {"c03.ours": "in part"},
    ),
    Conclusion(
        "D-TS, given the delays, has less regret than Thompson sampling with a window of 1 hour "
        "to 8 days in {o05.ours.count} cases.",
        {"o05.ours": "in part"},
    ),
]

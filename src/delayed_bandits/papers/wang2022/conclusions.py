"""Conclusions on Wang et al. 2022."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "In {c04.ours.count} variations of these settings D-TS has less regret than naive "
        "Thompson sampling. At low rates it has {c04.ours[low-reversed]:.0f} more regret if the "
        "best arm is the fastest, and {c04.ours[low-equal]:.0f} more if all arms are equally slow.",
        {"c01.authors": "reproduced", "c01.ours": "reproduced", "c04.ours": "in part"},
        headline="D-TS has less regret than naive Thompson sampling in {c01.authors.count} "
        "settings of the authors' code, Criteo's left out. In these the best arm has the longest "
        "delays.",
        reply="The authors' code leaves some runs out. Over all runs the verdicts on its settings "
        "are the same.",
        first=True,
    ),
    Conclusion(
        "In the settings of that code D-TS has {c05.authors.range:.0%} of an equal split's regret.",
        {"c05.authors": "reproduced"},
    ),
    Conclusion(
        "D-UCB has more regret than D-TS, and D-BUCB has less, in the settings of the authors' "
        "code. D-UCB has more in {c02.authors.count}, and D-BUCB less in {o03.em.count}. D-BUCB is "
        "in that code, and not on the authors' page.",
        dict.fromkeys(("c02.authors", "o03.em"), "reproduced"),
    ),
    Conclusion(
        "Full Bayesian inference has less regret than D-TS at low rates, and more at high rates. "
        "The regret of D-TS minus that of full Bayesian inference is {c03.ours[low]} at low rates, "
        "and {c03.ours[high]} at high rates.",
        {"c03.ours": "in part"},
    ),
    Conclusion(
        "D-TS, given the delays, has less regret than Thompson sampling with a window in "
        "{o05.ours.count} cases. Windows are of 1 hour to 8 days. The exceptions are windows of 12 "
        "hours and 1 day if the best arm is the fastest.",
        {"o05.ours": "in part"},
    ),
]

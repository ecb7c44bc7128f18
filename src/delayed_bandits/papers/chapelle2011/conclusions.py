"""Conclusions on Chapelle and Li 2011."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "From δ = 1 to 1,000 the ratio of UCB's regret to Thompson sampling's grows by "
        "{c12.reconstructed[delta-1000]:.0%} as we read the text. In the variant that we fitted to "
        "Table 1 it grows by {c12.ours[delta-1000]:.0%}, and in the table by "
        "{c12.ours[delta-1000].printed}.",
        dict.fromkeys(
            ("c12.reconstructed", "c12.ours", "c14.reconstructed", "c14.ours"), "reproduced"
        ),
        headline="Thompson sampling has less regret than UCB at every batch size δ of Table 1.",
        reply="The text leaves open when items are replaced, and UCB's index. In Figure 3 the "
        "paper averages 1,000 runs of 10⁷ rounds, more than we have.",
    ),
    Conclusion(
        "With UCB's index and the time of replacement fitted to Table 1, we get its regrets. "
        "Thompson sampling has {c10.ours.range:.0%} of the printed regrets, and UCB has "
        "{c11.ours.range:.0%}. As both choices are fitted to this table, this is no independent "
        "check.",
        dict.fromkeys(("c10.ours", "c11.ours"), "reproduced"),
    ),
    Conclusion(
        "If items are replaced in any round, Thompson sampling has {c10.printed[delta-1000]:.0%} "
        "of the printed regret at δ = 1,000. At δ = 1 it has {c10.printed[delta-1]:.0%}. We read "
        "the text in this way.",
        {"c10.printed": "in part"},
    ),
    Conclusion(
        "With gap 0.1 Thompson sampling's slope over log T is near that of Lai and Robbins' bound. "
        "It is {c02.printed[ten-wide]:.0%} of the bound's slope with 10 arms, and "
        "{c02.printed[hundred-wide]:.0%} with 100 arms.",
        {"c02.printed": "reproduced"},
    ),
    Conclusion(
        "With 10 arms and gap 0.02 a sharper posterior (α below 1) lowers Thompson sampling's "
        "regret in {c06.printed.range:.0%} of the runs. The paper reports a larger mean regret "
        "after 10⁷ rounds. After 10⁶ ours is lower for one α, and open for the other.",
        {"c06.printed": "reproduced", "c08.printed": "not shown"},
    ),
]

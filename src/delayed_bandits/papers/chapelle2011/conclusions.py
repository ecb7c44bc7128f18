"""Conclusions on Chapelle and Li 2011."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "From δ = 1 to 1,000 the ratio of UCB's regret to Thompson sampling's grows by "
        "{c12.reconstructed[delta-1000]:%} with our guess of UCB's index. In the paper's table it "
        "grows by {c12.ours[delta-1000].printed}.",
        dict.fromkeys(("c12.reconstructed", "c14.reconstructed", "c14.ours"), "reproduced"),
        headline="Thompson sampling has less regret than UCB at every batch size δ of Table 1.",
        reply="The text leaves open when items are replaced, and UCB's index. The paper averages "
        "1,000 runs of up to 10⁷ rounds, more than we have.",
    ),
    Conclusion(
        "If we fit UCB's index and the time of replacement to Table 1, Thompson sampling has "
        "{c10.ours.range:.0%} of the printed regrets, and UCB has {c11.ours.range:.0%}. As both "
        "are fitted to this table, this is no independent check.",
        dict.fromkeys(("c10.ours", "c11.ours"), "reproduced"),
    ),
    Conclusion(
        "If items are replaced in any round, as we read the text, Thompson sampling has "
        "{c10.printed[delta-1000]:.0%} of the printed regret at δ = 1,000, and "
        "{c10.printed[delta-1]:.0%} at δ = 1.",
        {"c10.printed": "in part"},
    ),
    Conclusion(
        "With gap 0.1 the slope of Thompson sampling's regret over log T is "
        "{c02.printed[ten-wide]:.0%} of that of Lai and Robbins' lower bound with 10 arms, and "
        "{c02.printed[hundred-wide]:.0%} with 100 arms.",
        {"c02.printed": "reproduced"},
    ),
    Conclusion(
        "A sharper posterior (α below 1) lowers Thompson sampling's regret in "
        "{c06.printed.range:.0%} of the runs. Our runs do not show the larger mean regret in the "
        "end that the paper reports.",
        {"c06.printed": "reproduced", "c08.printed": "not shown"},
    ),
]

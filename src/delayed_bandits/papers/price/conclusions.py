"""Conclusions on what a delay costs."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "UCB1 with 10 arms is an exception under fixed delays and in batches. Counting outstanding "
        "plays as failures leaves {o10.printed[fixed-1000-k10-ucb1-failures]:.0%} of its regret "
        "under a fixed delay of 1,000 rounds.",
        dict.fromkeys(("o01.printed", "o10.printed"), "reproduced"),
        headline="With 2 arms, if failures are reported, and delay or loss depends on neither arm "
        "nor reward, ignore it. Handling it lowers regret averaged over eight environments by at "
        "most 10 % in {o01.printed.count} pairs of an algorithm and a way to handle delays.",
        first=True,
    ),
    Conclusion(
        "Counting by the probability leaves less if the best arm's sales come last. It needs the "
        "distribution of each arm's delays.",
        dict.fromkeys(("o02.printed", "o08.printed", "o09.printed"), "reproduced"),
        headline="If failures are never reported, count every click, as a failure until it "
        "converts or by the probability that its sale would have shown by now. In our six "
        "settings the first way has {o08.printed.range:.0%} of the regret of an algorithm that "
        "uses only what has arrived, and the second way has {o02.printed.range:.0%}.",
        first=True,
    ),
    Conclusion(
        "If 1.5 L ≤ t ≤ T/3, a closer rule is random play's loss in ∛(t³ + L³) − L rounds, "
        "within 20 % in {o05.thompson.count} settings. Here t is the round by which 6 p (1 − p) "
        "(arms − 1) / gap² answers have arrived, with p halfway between the best arm and the "
        "others. L is about the regret without delay, in rounds of random play.",
        dict.fromkeys(("o04.thompson", "o05.thompson"), "reproduced"),
        headline="A delay of mean 1,000 rounds or more, by neither arm nor reward, costs Thompson "
        "sampling at most what random play loses in that time, plus 10 %, in {o04.thompson.count} "
        "settings.",
        first=True,
    ),
    Conclusion(
        "Delays that depend on arm and reward can cost Thompson sampling more. Let the best arm's "
        "successes and the other arm's failures come 1,000 rounds late. Against no delay, ignoring "
        "this costs it {o07.thompson[biased-k2-gap020]:.0f} times what random play loses in 1,000 "
        "rounds. If successes come late and failures are never reported, it costs "
        "{o07.thompson[clicks-k2-gap020]:.0f} times this loss. (2 arms, gap 0.2, T = 50,000.)",
        {"o07.thompson": "reproduced"},
    ),
    Conclusion(
        "With 2 arms and gap 0.2 OTFLinUCB's bound is {o06.ours[OTFLinUCB-k2-gap020-ratio]:.0f} "
        "times its regret, Delayed-UCB1's {o06.ours[Delayed-UCB1-k2-gap020-ratio]:.1f} times. Here "
        "T is 10,000,000, and the delay is 100 rounds. OTFLinUCB's bound holds for all gaps and "
        "action sets.",
        {"o06.ours": "reproduced"},
    ),
]

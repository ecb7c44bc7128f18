"""Conclusions on what a delay costs."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "The delay can be ignored if it depends on neither arm nor reward, and each failure is "
        "reported, too. With 2 arms, averaged over eight environments, handling the delay lowers "
        "regret by at most 10 % in {o01.printed.count} pairs of an algorithm and a way to handle "
        "delays. With tuned exploration that is so in {o01.tuned.count} pairs. A queue per arm "
        "comes closest to a gain. With it UCB1 has {o01.printed[ucb1-queue]:.0%} of its regret "
        "without handling, and Tsallis-INF has {o01.printed[tsallis_inf-queue]:.0%}. The rule "
        "breaks for UCB1 with 10 arms if all feedback is equally late (o10).",
        {"o01.printed": "reproduced", "o10.printed": "reproduced"},
        headline="Ignore a delay that depends on neither arm nor reward, if each failure is "
        "reported, too: with 2 arms, handling the delay lowers mean regret by at most 10 % in "
        "{o01.printed.count} pairs of an algorithm and a way to handle delays. The mean is over "
        "eight environments. With tuned exploration that is so in {o01.tuned.count} pairs. UCB1 "
        "with 10 arms is an exception if all feedback is equally late. Counting outstanding plays "
        "as failures leaves {o10.printed[fixed-1000-k10-ucb1-failures]:.0%} of its regret, and in "
        "batches correcting leaves {o10.printed[batches-1000-k10-ucb1-correct]:.0%}.",
        first=True,
    ),
    Conclusion(
        "If failures are never reported, correcting for the delay lowers the regret of UCB1, "
        "KL-UCB, LinUCB and Thompson sampling in {o02.printed.count} cases. In our six click "
        "logs they then have {o02.printed.range:.0%} of the regret that they have when they "
        "ignore the delay. If failures are reported, but delays or lost feedback depend on arm "
        "and reward, they have {o03.printed.range:.0%}. Correcting needs the distribution of "
        "each arm's delays. Without one, each click can count as a failure until it converts, "
        "which leaves {o08.printed.range:.0%} of the regret. Correcting is needed if the best "
        "arm's successes are the latest. In such a click log Thompson sampling with correction "
        "has {o09.printed[clicks-slow-best-thompson-correct]:.0%} of its regret with clicks "
        "counted as failures.",
        {"o02.printed": "reproduced", "o03.printed": "reproduced", "o08.printed": "reproduced"},
        headline="If failures are never reported, count each click as a failure until it "
        "converts, which leaves {o08.printed.range:.0%} of the regret of an algorithm that uses "
        "only what has arrived. Counting each click by the probability that its sale would have "
        "shown by now leaves {o02.printed.range:.0%}. The ranges are over six click logs of one "
        "size. Correcting by the probability needs the distribution of each arm's delays. "
        "Correcting may hurt if the best arm's sales come first by far. Counting failures may "
        "hurt if they come last by far.",
        first=True,
    ),
    Conclusion(
        "With 2 arms and gap 0.2 a fixed delay of 10,000 rounds costs Thompson sampling "
        "{o04.thompson[fixed-10000-k2-gap020]:.2f} times what random play loses in that time, "
        "geometric delays {o04.thompson[geometric-10000-k2-gap020]:.2f} times. What counts is the "
        "round t in which n = 6 p (1 − p) (arms − 1) / gap² answers have arrived. To wait is to "
        "explore, which saves part of L, the regret without delay. In rounds of random play the "
        "price is ∛(t³ + L³) − L. The price is {o05.thompson.range:.2f} times this rule in "
        "settings that we ran after its choice, and within 20 % in {o05.thompson.count}.",
        {"o04.thompson": "reproduced", "o05.thompson": "reproduced"},
        headline="A delay that depends on neither arm nor reward costs Thompson sampling at most "
        "what random play loses in the mean delay, plus 10 %, in {o04.thompson.count} settings "
        "with a mean of 1,000 rounds or more. A closer rule is random play's loss in "
        "∛(t³ + L³) − L rounds, within 20 % in {o05.thompson.count} settings. Here t is the round "
        "by which 6 p (1 − p) (arms − 1) / gap² answers have arrived. L is the regret without "
        "delay, in rounds of random play.",
        first=True,
    ),
    Conclusion(
        "The rule breaks if delays depend on arm and reward, or failures are never reported. "
        "By T = 50,000 a delay of 1,000 rounds costs Thompson sampling that ignores it "
        "{o07.thompson[biased-k2-gap020]:.0f} and {o07.thompson[clicks-k2-gap020]:.0f} times what "
        "random play loses in 1,000 rounds.",
        {"o07.thompson": "reproduced"},
    ),
    Conclusion(
        "The bound of OTFLinUCB holds for all gaps and all action sets. With 2 arms and gap 0.2 it "
        "is {o06.ours[OTFLinUCB-k2-gap020-ratio]:.0f} times the regret at T = 10,000,000. The "
        "bound is below random play's regret only from T = {o06.ours[OTFLinUCB-k2-gap020]:,.0f} "
        "on. The bounds of Delayed-UCB1 and QPM-D take the gap into account. These bounds are "
        "{o06.ours[Delayed-UCB1-k2-gap020-ratio]:.1f} and {o06.ours[QPM-D-k2-gap020-ratio]:.1f} "
        "times the regret.",
        {"o06.ours": "reproduced"},
    ),
]

"""Conclusions on the arena."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "Thompson sampling also has less in {o11.arm.count} settings in which only some arms' "
        "feedback or only failures come late, and in {o11.successes.count} in which higher rewards "
        "come later. In the latter KL-UCB has about as little, and less in two. If delays depend "
        "on both arm and reward, Thompson sampling has more regret than the best of the six, in "
        "{o11.both.count}.",
        dict.fromkeys(("o11.late", "o11.arm", "o11.successes", "o11.both"), "reproduced"),
        headline="If all feedback arrives, but late, Thompson sampling has less regret than the "
        "best of six algorithms built for delays in {o11.late.count} settings. (Delays depend on "
        "neither arm nor reward. Rewards are stochastic.)",
    ),
    Conclusion(
        "D-TS with fitted exponential delays has less regret than TS (immediate) in "
        "{o12.fitted.count}. TS (immediate) counts a click as a failure until it converts. If the "
        "best arm converts last, D-TS has {o12.fitted[clicks-slow-best-k3-gap010]:.0%} and "
        "{o12.fitted[clicks-slow-best-k3-gap005]:.0%} of its regret. If the best arm converts "
        "first, it has {o12.fitted[clicks-fast-best-k3-gap010]:.1f} and "
        "{o12.fitted[clicks-fast-best-k3-gap005]:.1f} times its regret, and more even if it is "
        "given the delays. If all arms have the same random delays, and rates are low (0.05 and "
        "0.1), the two do not differ clearly.",
        dict.fromkeys(("o12.fitted", "o12.given", "o12.waiting"), "reproduced"),
        headline="If failures are never reported, Delayed-UCB1, which uses only what has arrived, "
        "has more regret than random play in {o12.waiting.count} settings.",
    ),
    Conclusion(
        "With 2 arms long delays lower the ratio of Delayed-UCB1's regret to Thompson sampling's "
        "in {o06.two.count} cases outside batches, and the others are open. With 10 arms fixed "
        "delays and batches raise it in {o06.in_turn.count} tested cases.",
        dict.fromkeys(("o06.two", "o06.in_turn"), "reproduced"),
    ),
    Conclusion(
        "The best algorithm that observes only sums has {o03.two.range:.0f} times Delayed-UCB1's "
        "regret with 2 arms. With 10 arms it has {o03.ten.range:.1f} times. The mean delay is "
        "1,000 rounds, and depends on neither arm nor reward.",
        dict.fromkeys(("o03.two", "o03.ten"), "reproduced"),
    ),
    Conclusion(
        "Thompson sampling suffers more than Delayed-UCB1 if the best arm's successes and the "
        "other's failures come late. With 2 arms its regret is then "
        "{o08.biased[biased-k2-gap010-thompson]:.0f} times its regret under a fixed delay. "
        "Delayed-UCB1's is {o08.biased[biased-k2-gap010-delayed_ucb1]:.1f} times its own.",
        {"o08.biased": "reproduced"},
    ),
]

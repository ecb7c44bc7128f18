"""Conclusions on the arena."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "If failures are reported, Thompson sampling has less regret than KL-UCB in "
        "{o11.kl.count} settings.",
        dict.fromkeys(("o11.ours", "o11.kl"), "reproduced"),
        headline="If failures are reported, Thompson sampling has less regret than Delayed-UCB1 "
        "in {o11.ours.count} settings. (Delayed-UCB1 is UCB1 on what has arrived.)",
    ),
    Conclusion(
        "With 2 arms long delays lower the ratio of Delayed-UCB1's regret to Thompson sampling's "
        "in {o06.two.count} cases. These are outside batches. With 10 arms fixed delays and "
        "batches raise it in {o06.in_turn.count} tested cases.",
        dict.fromkeys(("o06.two", "o06.in_turn"), "reproduced"),
    ),
    Conclusion(
        "The best algorithm that observes only sums has {o03.two.range:.0f} times Delayed-UCB1's "
        "regret with 2 arms. With 10 arms it has {o03.ten.range:.1f} times. The mean delay is "
        "1,000 rounds, and depends on neither arm nor reward.",
        dict.fromkeys(("o03.two", "o03.ten"), "reproduced"),
    ),
    Conclusion(
        "Algorithms that assume nothing about rewards have more regret than KL-UCB in "
        "{o04.ours.count} cases with stochastic rewards.",
        {"o04.ours": "reproduced"},
    ),
    Conclusion(
        "Thompson sampling suffers more than Delayed-UCB1 if the best arm's successes and the "
        "other's failures come late. With 2 arms its regret is then "
        "{o08.biased[biased-k2-gap010-thompson]:.0f} times its regret under a fixed delay. "
        "Delayed-UCB1's is {o08.biased[biased-k2-gap010-delayed_ucb1]:.1f} times its own.",
        {"o08.biased": "reproduced"},
    ),
]

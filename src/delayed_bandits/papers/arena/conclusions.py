"""Conclusions on the arena."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "If failures are reported, Thompson sampling has less regret than Delayed-UCB1 in "
        "{o11.ours.count} settings, and than KL-UCB in {o11.kl.count}. Long delays cost "
        "Delayed-UCB1 more in {o10.other.count} cases in which successes do not come late. With 10 "
        "arms fixed delays and batches raise the ratio of Delayed-UCB1's regret to Thompson "
        "sampling's in {o06.in_turn.count} tested cases. With 2 arms long delays outside batches "
        "lower this ratio in {o06.two.count} cases.",
        dict.fromkeys(("o11.ours", "o11.kl", "o10.other", "o06.two"), "reproduced"),
        headline="If failures are reported, Thompson sampling has less regret than Delayed-UCB1 "
        "(UCB1 on what has arrived) in {o11.ours.count} settings, and than KL-UCB in "
        "{o11.kl.count}. With 10 arms fixed delays and batches raise the ratio of Delayed-UCB1's "
        "regret to Thompson sampling's in {o06.in_turn.count} tested cases. Other long delays "
        "lower this ratio in {o06.ten.count} cases with 10 arms, and in {o06.two.count} with 2. "
        "Chapelle and Li find that the ratio grows, but in batches and with another index of UCB.",
    ),
    Conclusion(
        "A mean delay of 1,000 rounds costs Delayed-UCB1 at most twice the gap times that delay "
        "in {o01.long.count} cases. With 10 arms, fixed delays and batches cost Delayed-UCB1 "
        "{o01.in_turn.least:.1f} to {o01.in_turn.greatest:.0f} times that product, because "
        "Delayed-UCB1 plays each arm until feedback arrives.",
        {"o01.long": "reproduced", "o01.in_turn": "reproduced"},
    ),
    Conclusion(
        "Pareto delays of shape 1 and 0.5, which have no mean, raise regret by at most a quarter "
        "in {o09.ours.count} cases. If half of the feedback is lost, regret about doubles in "
        "{o07.ours.count} cases. The second finding is inconclusive after Holm's correction.",
        {"o09.ours": "reproduced", "o07.ours": "inconclusive"},
    ),
    Conclusion(
        "Observing only sums multiplies regret by {o03.two.range:.0f} with 2 arms, if a mean "
        "delay of 1,000 rounds depends on neither arm nor reward. With 10 arms the factor is "
        "{o03.ten.range:.1f}. With 2 arms sums help in two environments. If only the other arm's "
        "feedback is late, the best algorithm on sums has "
        "{o03.dependent[fast-best-k2-gap010]:.0%} of Delayed-UCB1's regret. If only failures are "
        "late, it has {o03.dependent[late-failures-k2-gap010]:.0%}.",
        dict.fromkeys(("o03.two", "o03.ten", "o03.dependent"), "reproduced"),
    ),
    Conclusion(
        "Algorithms that assume nothing about rewards have more regret than KL-UCB in "
        "{o04.ours.count} cases. Without delay the best of them has "
        "{o04.ours[none-k2-gap010]:.1f} times KL-UCB's regret with 2 arms, and "
        "{o04.ours[none-k10-gap020]:.1f} times with 10. With a delay the best such algorithm is "
        "Tsallis-INF, which ignores the delay. These counts leave out two adversarial "
        "environments that a search found: in-phase and batch-wave.",
        {"o04.ours": "reproduced", "o05.wave": "reproduced"},
    ),
    Conclusion(
        "Delays that depend on arm and reward raise Thompson sampling's regret more than "
        "Delayed-UCB1's. If the best arm's successes and the other arm's failures come late, "
        "Delayed-UCB1 has {o08.biased[biased-k2-gap010-delayed_ucb1]:.1f} times the regret that "
        "it has if all feedback is equally late (2 arms). For Thompson sampling the factor is "
        "{o08.biased[biased-k2-gap010-thompson]:.0f}. If half of the best arm's successes are "
        "lost, Thompson sampling has {o08.lost[lost-successes-k2-gap010-thompson]:.0f} times the "
        "regret that it has if half of all feedback is lost. For Delayed-UCB1 the factor is "
        "{o08.lost[lost-successes-k2-gap010-delayed_ucb1]:.0f}.",
        {"o08.biased": "reproduced", "o08.lost": "reproduced"},
    ),
]

"""Findings of the arena."""

from functools import partial

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import Instead, Measure
from delayed_bandits.analysis.measures import change_of_ratio, difference_in_cost, least_over, ratio
from delayed_bandits.analysis.verdicts import above, below, within_factor
from delayed_bandits.papers.arena import measures as m
from delayed_bandits.papers.arena.conclusions import CONCLUSIONS
from delayed_bandits.papers.arena.field import MAIN

__all__ = ["CLAIMS", "CONCLUSIONS"]

UCB, TS = "delayed_ucb1", "thompson"
UCB_UNDELAYED, TS_UNDELAYED = "none-{problem}:delayed_ucb1", "none-{problem}:thompson"
COST = (UCB, UCB_UNDELAYED)
COSTS = (*COST, TS, TS_UNDELAYED)
RATIOS = (UCB_UNDELAYED, TS_UNDELAYED, UCB, TS)

IN_TURN = m.where("in_turn", "10 arms, all feedback equally late", arms="10", environment=m.ALIKE)
SUCCESSES = m.where("successes", "successes come late", environment=m.SUCCESSES_LATE)
OTHER = m.where("other", "other long delays", environment=f"{m.LONG} {m.OTHERS_LATE}")
SINGLE = f"{m.NOT_IN_BATCHES} {m.OTHERS_LATE} {m.SUCCESSES_LATE}"
NOT_ALIKE = SINGLE.replace("fixed-1000 ", "")

AN_ORDER = "algorithms are compared; the reverse order fails it"
NO_TURNS = "no algorithm plays many arms in turn", "2 arms"
ONE, LATE = "none-{with_2_arms}", "{environment}-{with_2_arms}"
COST_OF_2 = Instead((f"{LATE}:{UCB}", f"{ONE}:{UCB}"), *NO_TURNS)
RATIO_OF_2 = Instead((f"{ONE}:{UCB}", f"{ONE}:{TS}", f"{LATE}:{UCB}", f"{LATE}:{TS}"), *NO_TURNS)
ON_SUMS = ("ucb1_on_sums", "none-{problem}:ucb1_on_sums")
MISLED = Instead(ON_SUMS, "it does not observe the arm")
EMPTY = Instead(("none-{problem}:qpmd", UCB_UNDELAYED), "so every queue is empty", "no delay")
AT = "{problem}:{algorithm}"
LOST = Instead((f"loss-{AT}", f"none-{AT}"), "half of the feedback never arrives", "lost feedback")
OPSE = "optimistic_pessimistic_elimination"
WAITS = Instead((OPSE, "none-{problem}:" + OPSE), "it waits for lost feedback")
BY_ARM = Instead((f"slow-best-{AT}", f"fixed-1000-{AT}"), "means are unbiased", "best arm late")
IMMEDIATE = "naive_thompson"
CORRECTED = Instead(("dts_known", "random_play"), "it corrects for the delay")
WITH_PAYOFF = (*m.BUILT, "payoff_elimination")
BOTH = (*m.IDENTIFIED, *m.ADVERSARIAL)
EQUALLY_LATE = "under equally late feedback"
STOCHASTIC = Instead(
    tuple("fixed-100-{problem}:" + name for name in BOTH), "rewards are stochastic", "a fixed delay"
)
SUMS = least_over(
    "lowest R(T) of algorithms on sums, divided by R(T) of Delayed-UCB1", len(m.ON_SUMS)
)
ROBUST = least_over(
    "lowest R(T) of algorithms that assume nothing, divided by R(T) of KL-UCB", len(m.ADVERSARIAL)
)
ASSUMING = least_over(
    "lowest R(T) assuming stochastic rewards, divided by the lowest assuming nothing",
    len(m.IDENTIFIED),
)
BUILT = partial(
    least_over, "lowest R(T) of algorithms built for delays, divided by R(T) of Thompson sampling"
)
CHANGE = Measure(
    "relative change under delay of the regret ratio {first} to {second}", change_of_ratio.of
)
COST_DIFFERENCE = Measure(
    "regret added by delay to {first}, minus that to {third}", difference_in_cost.of
)

CLAIMS = [
    m.finding(
        "o01",
        "A mean delay of 1,000 rounds mostly costs Delayed-UCB1 at most twice gap × mean delay. "
        "With 10 arms, fixed delays and batches cost it more",
        [m.where("long", "mean delay 1,000", environment=m.LONG), IN_TURN],
        m.each("long", m.cost, COST, below(2), MISLED),
        m.each("in_turn", m.cost, COST, above(2), COST_OF_2),
        controls_on=f"none {m.ALIKE}",
        tolerance="with 2 arms Joulani et al. bound the cost by the gap times the largest number "
        "of outstanding rewards; in batches this number is twice the mean delay",
        remark="With 10 arms Delayed-UCB1 plays each arm for as long as a delay. The bound of "
        "Joulani et al. is a sum over arms.",
    ),
    m.finding(
        "o02",
        "If successes come late, QPM-D has more regret than Delayed-UCB1. Under other long delays "
        "their regrets are similar",
        [SUCCESSES, OTHER],
        m.each("successes", ratio, ("qpmd", UCB), above(1), EMPTY),
        m.each("other", ratio, ("qpmd", UCB), within_factor(1, 1.25)),
        controls_on="none",
        no_control="for 'similar' the control would be late successes, where the regrets differ",
        tolerance="'similar' means within a factor of 1.25",
    ),
    m.finding(
        "o03",
        "Observing only sums costs regret, even for the best algorithm on sums",
        [
            m.where("two", "2 arms, mean delay 1,000", arms="2", environment=m.LONG),
            m.where("ten", "10 arms, mean delay 1,000", arms="10", environment=m.LONG),
            m.where("other", "other delays", environment=m.INDEPENDENT),
            m.where("dependent", "delays by arm or reward", environment=m.DEPENDENT),
        ],
        m.each("two ten other dependent", SUMS, (*m.ON_SUMS, UCB), above(1)),
        no_control=AN_ORDER,
        remark="UCB1 on sums credits what arrives to the arm just played. This favours the best "
        "arm if only failures, or only the other arms' feedback, come late.",
    ),
    m.finding(
        "o04",
        "On stochastic rewards, algorithms that assume nothing about rewards have more regret than "
        "KL-UCB. Assuming stochastic rewards costs regret against the constrained adversary, but "
        "saves regret on the square wave",
        [
            m.where(
                "ours",
                "the best of these algorithms",
                environment=m.PLAYED_BY_ALL,
                problem=" ".join(MAIN),
            ),
            m.where("constrained", "constrained adversary", environment="constrained"),
            m.where("wave", "square wave", environment="wave"),
        ],
        m.each("ours", ROBUST, (*m.ADVERSARIAL, "kl_ucb_least"), above(1)),
        m.each("constrained", ASSUMING, BOTH, above(1), STOCHASTIC),
        m.each("wave", ASSUMING, BOTH, below(1)),
        controls_on="fixed-100",
        no_control=f"{AN_ORDER}; for the square wave it would be the constrained adversary",
        remark="The exceptions to the first sentence are settings in which KL-UCB plays each arm "
        "for as long as a delay, or is misled.",
    ),
    m.finding(
        "o06",
        "Long delays mostly lower the ratio of Delayed-UCB1's regret to Thompson sampling's, but "
        "raise it with 10 arms and equally late feedback",
        [
            m.where("two", "2 arms, not in batches", arms="2", environment=SINGLE),
            m.where("ten", "10 arms, feedback not equally late", arms="10", environment=NOT_ALIKE),
            IN_TURN,
        ],
        m.each("two ten", CHANGE, RATIOS, below(0)),
        m.each("in_turn", CHANGE, RATIOS, above(0), RATIO_OF_2),
        controls_on=f"none {m.ALIKE}",
        no_control="for 'lower' the control would be equally late feedback with 10 arms",
        remark="Delay adds to both regrets. Without delay Thompson sampling has less regret.",
    ),
    m.finding(
        "o07",
        "If half of the feedback is lost, regret about doubles",
        [m.where("ours", "half of all feedback lost", environment="loss")],
        m.on_arrived("ours", "none", "without loss", within_factor(2, 1.25), WAITS),
        controls_on="none",
        tolerance="'about' means within a factor of 1.25",
        remark="The exceptions learn nothing by T even from all feedback, so loss costs nothing.",
    ),
    m.finding(
        "o08",
        "If feedback's delay or loss depends on arm and reward, algorithms that compare means have "
        "more regret. Delays by reward alone at most double it",
        [
            m.where("biased", "delays by arm and reward", environment="biased"),
            m.where("lost", "loss of feedback by arm and reward", environment="lost-successes"),
            m.where("alone", "delays by reward", environment="late-successes late-failures"),
        ],
        m.on_arrived("biased", "fixed-1000", EQUALLY_LATE, above(1), BY_ARM),
        m.on_arrived("lost", "loss", "with half the feedback lost", above(1), BY_ARM),
        m.on_arrived("alone", "fixed-1000", EQUALLY_LATE, below(1, tolerance=1)),
        controls_on="fixed-1000 loss slow-best",
        no_control="for 'at most double' the control would be delays by arm and reward",
    ),
    m.finding(
        "o09",
        "Delays without a mean raise regret by at most a quarter, for algorithms that average "
        "what has arrived",
        [m.where("ours", "Pareto delays of shape 1 and 0.5", environment="pareto1 pareto05")],
        m.on_arrived("ours", "none", "without delay", below(1, tolerance=0.25), LOST),
        controls_on="none loss",
        tolerance="a quarter is our choice",
        remark="Half of the delays of shape 1 are at most 2 rounds, so little is outstanding.",
    ),
    m.finding(
        "o10",
        "Long delays cost Delayed-UCB1 more regret than they cost Thompson sampling, but less if "
        "successes come late",
        [SUCCESSES, OTHER],
        m.each("successes", COST_DIFFERENCE, COSTS, below(0)),
        m.each("other", COST_DIFFERENCE, COSTS, above(0)),
        controls_on="none",
        no_control=AN_ORDER,
    ),
    m.finding(
        "o11",
        "In most settings Thompson sampling has less regret than Delayed-UCB1, and than KL-UCB. "
        "If all feedback arrives, but late, it has less than the best algorithm built for delays, "
        "unless delays depend on both arm and reward",
        [
            m.where("ours", "against Delayed-UCB1, all settings"),
            m.where("kl", "against KL-UCB, all settings"),
            m.where(
                "late", "against the best, delays by neither arm nor reward", environment=m.LATE
            ),
            m.where("arm", "against the best, arms or failures late", environment=m.OTHERS_LATE),
            m.where("successes", "against the best, successes late", environment=m.BY_REWARD),
            m.where("both", "against the best, delays by arm and reward", environment="biased"),
        ],
        m.each("ours", ratio, (TS, UCB), below(1)),
        m.each("kl", ratio, (TS, "kl_ucb_least"), below(1)),
        m.each("late arm", BUILT(len(m.BUILT)), (*m.BUILT, TS), above(1)),
        m.each("both", BUILT(len(m.BUILT)), (*m.BUILT, TS), below(1)),
        m.each("successes", BUILT(len(WITH_PAYOFF)), (*WITH_PAYOFF, TS), above(1)),
        no_control=AN_ORDER,
        remark="The six algorithms built for delays are QPM-D, PatientBandits, OTFLinUCB, "
        "OTFLinTS, PSE and OPSE. We could not check the constants of the last two, so no picture "
        "has them.",
    ),
    Claim(
        "o12",
        "If failures are never reported, Delayed-UCB1 has more regret than random play. D-TS "
        "mostly has less than TS (immediate), if it is given the delays and if it fits them",
        [
            m.each("waiting", ratio, (UCB, "random_play"), above(1), CORRECTED),
            m.each("given", ratio, ("dts_known", IMMEDIATE), below(1)),
            m.each("fitted", ratio, ("dts", IMMEDIATE), below(1)),
        ],
        [
            m.where("waiting", "Delayed-UCB1 against random play"),
            m.where("given", "D-TS with the delays of each arm, against TS (immediate)"),
            m.where("fitted", "D-TS with fitted exponential delays, against TS (immediate)"),
        ],
        m.is_click_log,
        "most",
        no_control=AN_ORDER,
        remark="The exceptions are settings in which the best arm's conversions come first. TS "
        "(immediate) counts a click as a failure until it converts, which favours this arm.",
    ),
]

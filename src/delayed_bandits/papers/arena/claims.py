"""Findings of the arena, and conclusions."""

from delayed_bandits.analysis.claims import Conclusion
from delayed_bandits.analysis.measurements import Instead
from delayed_bandits.analysis.measures import change_of_ratio, difference_in_cost, least_over, ratio
from delayed_bandits.analysis.verdicts import above, below, within_factor
from delayed_bandits.papers.arena import measures as m
from delayed_bandits.papers.arena.field import MAIN

UCB, TS = "delayed_ucb1", "thompson"
UCB_UNDELAYED, TS_UNDELAYED = "none-{problem}:delayed_ucb1", "none-{problem}:thompson"
COST = (UCB, UCB_UNDELAYED)
COSTS = (*COST, TS, TS_UNDELAYED)
RATIOS = (UCB_UNDELAYED, TS_UNDELAYED, UCB, TS)

IN_TURN = m.where("in_turn", "10 arms, all feedback late alike", arms="10", environment=m.ALIKE)
SUCCESSES = m.where("successes", "successes late", environment=m.SUCCESSES_LATE)
OTHER = m.where("other", "other long delays", environment=f"{m.LONG} {m.OTHERS_LATE}")
SINGLE = f"{m.NOT_IN_BATCHES} {m.OTHERS_LATE} {m.SUCCESSES_LATE}"
NOT_ALIKE = SINGLE.replace("fixed-1000 ", "")

AN_ORDER = "a comparison of algorithms; the reverse order fails it"
NO_TURNS = "with 2 arms there is no arm after arm to play"
ONE, LATE = "none-{with_2_arms}", "{environment}-{with_2_arms}"
COST_OF_2 = Instead((f"{LATE}:{UCB}", f"{ONE}:{UCB}"), NO_TURNS)
RATIO_OF_2 = Instead((f"{ONE}:{UCB}", f"{ONE}:{TS}", f"{LATE}:{UCB}", f"{LATE}:{TS}"), NO_TURNS)
MISLED = Instead(("ucb1_on_sums", "none-{problem}:ucb1_on_sums"), "it is not given the arm")
EMPTY = Instead(("none-{problem}:qpmd", UCB_UNDELAYED), "nothing waits in a queue", "no delay")
AT = "{problem}:{algorithm}"
LOST = Instead((f"loss-{AT}", f"none-{AT}"), "half never arrives", "loss")
OPSE = "optimistic_pessimistic_elimination"
WAITS = Instead((OPSE, "none-{problem}:" + OPSE), "it waits for what never comes")
BY_ARM = Instead((f"slow-best-{AT}", f"fixed-1000-{AT}"), "means are right", "slow-best")
BOTH = (*m.IDENTIFIED, *m.ADVERSARIAL)
STOCHASTIC = Instead(
    tuple("fixed-100-{problem}:" + name for name in BOTH), "rewards are stochastic", "fixed-100"
)
SUMS = least_over("least R(T) on sums / R(T) of Delayed-UCB1", len(m.ON_SUMS))
ROBUST = least_over("least R(T) that assumes nothing / R(T) of KL-UCB", len(m.ADVERSARIAL))
ASSUMING = least_over("least R(T) that assumes it / least that does not", len(m.IDENTIFIED))

CLAIMS = [
    m.finding(
        "o01",
        "A mean delay of 1,000 rounds costs Delayed-UCB1 at most twice the gap times that delay; "
        "with 10 arms and all feedback late alike delay costs more",
        [m.where("long", "mean delay 1,000", environment=m.LONG), IN_TURN],
        m.each("long", m.cost, COST, below(2), MISLED),
        m.each("in_turn", m.cost, COST, above(2), COST_OF_2),
        beside=f"none {m.ALIKE}",
        tolerance="with 2 arms Joulani et al. bound it by the gap times the most feedback that is "
        "outstanding, twice the mean delay in batches",
        remark="Arm after arm is played for a delay's length; their theorem adds over arms.",
    ),
    m.finding(
        "o02",
        "Where successes come late QPM-D has more regret than Delayed-UCB1; under other long "
        "delays the two are alike",
        [SUCCESSES, OTHER],
        m.each("successes", ratio, ("qpmd", UCB), above(1), EMPTY),
        m.each("other", ratio, ("qpmd", UCB), within_factor(1, 1.25)),
        beside="none",
        tolerance="'alike' is read as: within a factor 1.25",
    ),
    m.finding(
        "o03",
        "Not knowing which arm feedback belongs to costs regret, for the best algorithm on sums, "
        "too",
        [
            m.where("two", "2 arms, 1,000 rounds", arms="2", environment=m.LONG),
            m.where("ten", "10 arms, 1,000 rounds", arms="10", environment=m.LONG),
            m.where("other", "other delays", environment=m.INDEPENDENT),
            m.where("dependent", "by arm or reward", environment=m.DEPENDENT),
        ],
        m.each("two ten other dependent", SUMS, (*m.ON_SUMS, UCB), above(1)),
        no_control=AN_ORDER,
        remark="Where only failures, or only the other arms' feedback, come late, crediting what "
        "arrives to the arm that is played favours the best arm.",
    ),
    m.finding(
        "o04",
        "Assuming nothing about rewards costs regret against KL-UCB on stochastic environments",
        [
            m.where(
                "ours", "the best algorithm", environment=m.PLAYED_BY_ALL, problem=" ".join(MAIN)
            )
        ],
        m.each("ours", ROBUST, (*m.ADVERSARIAL, "kl_ucb_least"), above(1)),
        no_control=AN_ORDER,
        remark="Where it costs none KL-UCB plays arm after arm for a delay's length or is misled.",
    ),
    m.finding(
        "o05",
        "Assuming stochastic rewards costs regret on the constrained adversarial environment, and "
        "none on the square wave",
        [
            m.where("constrained", "constrained adversary", environment="constrained"),
            m.where("wave", "square wave", environment="wave"),
        ],
        m.each("constrained", ASSUMING, BOTH, above(1), STOCHASTIC),
        m.each("wave", ASSUMING, BOTH, below(1)),
        beside="fixed-100",
    ),
    m.finding(
        "o06",
        "Long delays mostly lower the ratio of Delayed-UCB1's regret to that of Thompson sampling; "
        "with 10 arms and all feedback late alike they raise it",
        [
            m.where("two", "2 arms, not in batches", arms="2", environment=SINGLE),
            m.where("ten", "10 arms, not late alike", arms="10", environment=NOT_ALIKE),
            IN_TURN,
        ],
        m.each("two ten", change_of_ratio, RATIOS, below(0)),
        m.each("in_turn", change_of_ratio, RATIOS, above(0), RATIO_OF_2),
        beside=f"none {m.ALIKE}",
        remark="A delay adds to both, and Thompson sampling has less to begin with.",
    ),
    m.finding(
        "o07",
        "When half of the feedback is lost regret about doubles",
        [m.where("ours", "half of the feedback lost, whatever it is", environment="loss")],
        m.on_arrived("ours", "none", "without loss", within_factor(2, 1.25), WAITS),
        beside="none",
        tolerance="'about' is read as: within a factor 1.25",
        remark="What learns nothing by T with all feedback loses nothing.",
    ),
    m.finding(
        "o08",
        "Delays or losses that depend on arm and reward raise the regret of algorithms that go by "
        "means; delays by the reward alone at most double it, against the delay for all",
        [
            m.where("biased", "late by arm and reward", environment="biased"),
            m.where("lost", "lost by arm and reward", environment="lost-successes"),
            m.where("alone", "late by reward", environment="late-successes late-failures"),
        ],
        m.on_arrived("biased", "fixed-1000", "with all as late", above(1), BY_ARM),
        m.on_arrived("lost", "loss", "with half of all lost", above(1), BY_ARM),
        m.on_arrived("alone", "fixed-1000", "with all as late", below(1, tolerance=1)),
        beside="fixed-1000 loss slow-best",
    ),
    m.finding(
        "o09",
        "Delays without a mean cost algorithms that wait for what arrives at most a quarter",
        [m.where("ours", "Pareto delays of shape 1 and 0.5", environment="pareto1 pareto05")],
        m.on_arrived("ours", "none", "without delay", below(1, tolerance=0.25), LOST),
        beside="none loss",
        tolerance="a quarter is ours",
        remark="Half of the delays of shape 1 are at most 2 rounds: little is outstanding.",
    ),
    m.finding(
        "o10",
        "Long delays cost Delayed-UCB1 more regret than Thompson sampling; where successes come "
        "late they cost it less",
        [SUCCESSES, OTHER],
        m.each("successes", difference_in_cost, COSTS, below(0)),
        m.each("other", difference_in_cost, COSTS, above(0)),
        beside="none",
        no_control=AN_ORDER,
    ),
    m.finding(
        "o11",
        "Thompson sampling has less regret than Delayed-UCB1, and than KL-UCB, in most settings",
        [m.where("ours", "all settings"), m.where("kl", "all settings, against KL-UCB")],
        m.each("ours", ratio, (TS, UCB), below(1)),
        m.each("kl", ratio, (TS, "kl_ucb_least"), below(1)),
        no_control=AN_ORDER,
    ),
]

CONCLUSIONS = [
    Conclusion(
        "Where failures are announced, Thompson sampling has less regret than Delayed-UCB1 in "
        "{o11.ours.count} settings, and than KL-UCB in {o11.kl.count}. Long delays add more to "
        "that of Delayed-UCB1 in {o10.other.count} in which successes do not come late. The ratio "
        "of its regret to Thompson sampling's grows with delay with 10 arms under fixed delays and "
        "in batches ({o06.in_turn.count} that its control leaves); with 2 arms it mostly shrinks "
        "({o06.two.count}).",
        {
            "o11.ours": "reproduced",
            "o11.kl": "reproduced",
            "o10.other": "reproduced",
            "o06.two": "reproduced",
        },
        headline="Where failures are announced, Thompson sampling has less regret than "
        "Delayed-UCB1 (UCB1 on what has arrived) in {o11.ours.count} settings, and than KL-UCB in "
        "{o11.kl.count}. The ratio of Delayed-UCB1's regret to Thompson sampling's "
        "grows with delay with 10 arms under fixed delays and in batches "
        "({o06.in_turn.count} that its control leaves). It mostly shrinks under other long delays "
        "({o06.two.count} with 2 arms, {o06.ten.count} with 10). Chapelle and Li, who "
        "find that it grows, speak of another index and of batches.",
        first=True,
    ),
    Conclusion(
        "A mean delay of 1,000 rounds costs Delayed-UCB1 at most twice the gap times that delay in "
        "{o01.long.count} cases. With 10 arms fixed delays and batches cost "
        "{o01.in_turn.least:.1f} to {o01.in_turn.greatest:.0f} times that product: it plays arm "
        "after arm until feedback comes.",
        {"o01.long": "reproduced", "o01.in_turn": "reproduced"},
    ),
    Conclusion(
        "Under Pareto delays of shape 1 and 0.5, which have no mean, regret is at most a quarter "
        "above that without delay in {o09.ours.count} cases. Where half of the feedback is lost it "
        "about doubles in {o07.ours.count}, which is inconclusive after Holm's adjustment.",
        {"o09.ours": "reproduced", "o07.ours": "inconclusive"},
    ),
    Conclusion(
        "Not knowing which arm feedback belongs to multiplies regret by {o03.two.range:.0f} with 2 "
        "arms and by {o03.ten.range:.1f} with 10, if a mean delay of 1,000 rounds depends on "
        "neither arm nor reward. It helps where only the other arms' feedback is late "
        "({o03.dependent[fast-best-k2-gap010]:.2f} of the regret with 2 arms), or only failures "
        "are ({o03.dependent[late-failures-k2-gap010]:.2f}).",
        {"o03.two": "reproduced", "o03.ten": "reproduced", "o03.dependent": "reproduced"},
    ),
    Conclusion(
        "Assuming nothing about rewards costs regret in {o04.ours.count} cases: without delay a "
        "factor {o04.ours[none-k2-gap010]:.1f} with 2 arms and {o04.ours[none-k10-gap020]:.1f} "
        "with 10. With a delay the best such algorithm is Tsallis-INF, which ignores the delay. "
        "Our adversarial environments are not made against an algorithm.",
        {"o04.ours": "reproduced", "o05.wave": "reproduced"},
    ),
    Conclusion(
        "Delays by arm and reward raise the regret of Thompson sampling more than that of "
        "Delayed-UCB1. When the best arm's successes and the others' failures come late, that of "
        "Delayed-UCB1 with 2 arms is {o08.biased[biased-k2-gap010-delayed_ucb1]:.1f} times that "
        "with all as late, Thompson sampling's {o08.biased[biased-k2-gap010-thompson]:.0f} times. "
        "When half of the best arm's successes are lost, Thompson sampling's with 2 arms is "
        "{o08.lost[lost-successes-k2-gap010-thompson]:.0f} times that with half of all lost, "
        "Delayed-UCB1's {o08.lost[lost-successes-k2-gap010-delayed_ucb1]:.0f} times.",
        {"o08.biased": "reproduced", "o08.lost": "reproduced"},
    ),
]

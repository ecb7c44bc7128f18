"""Claims of Zhang, Wang and Luo 2025."""

from delayed_bandits.analysis.claims import (
    Claim,
    Control,
    Earlier,
    Evidence,
    Reading,
    Runs,
    Tolerance,
)
from delayed_bandits.analysis.intervals import ratio_interval
from delayed_bandits.analysis.verdicts import below
from delayed_bandits.papers.zhang2025 import ours
from delayed_bandits.papers.zhang2025.claims_estimates import (
    BOUNDS,
    OVER_AND_UNDER,
    UNBIASED,
    ZEROS,
)
from delayed_bandits.papers.zhang2025.claims_figure1 import BEATS_BENCHMARKS
from delayed_bandits.papers.zhang2025.claims_overhead import (
    SMALLER_BOUND,
    WORST_DELAY,
)
from delayed_bandits.papers.zhang2025.claims_phases import PHASE_TRANSITION
from delayed_bandits.papers.zhang2025.claims_restarts import FEW_RESTARTS
from delayed_bandits.papers.zhang2025.claims_rewards import REWARDS, SEPARATION
from delayed_bandits.papers.zhang2025.claims_small_overhead import (
    GROWTH_IN_T,
    SIMILAR_LOSSES,
    SMALL_DELAY,
)
from delayed_bandits.papers.zhang2025.claims_theorem import (
    MATCHES_LINUCB,
    RATE_IN_N,
    RATE_IN_T,
)
from delayed_bandits.papers.zhang2025.shared import ABSTRACT


def contexts_are_learnt(runs: Runs) -> list[Reading]:
    """Measure the slope of regret with contexts in the last fifth of the rounds."""
    uniform = runs["contexts", "uniform_random"]
    horizon = int(uniform.rounds[-1])

    def reading(name: str, what: str) -> Reading:
        curve = runs["contexts", name]
        late = [run.final - run.at(int(0.8 * horizon)) for run in (curve, uniform)]
        early = [run.at(horizon // 20) for run in (curve, uniform)]
        row = Evidence(
            "losses, 10 actions in each round, n = 5, D = 100",
            "share of uniform play's regret per round, last fifth",
            ratio_interval(*late),
            below(0, tolerance=0.1),
            Control("the same algorithm in the first twentieth", ratio_interval(*early)),
        )
        return Reading("ours", what, [row])

    return [
        reading("contexts_known", "β = 0.5, distribution of contexts known"),
        reading("contexts_estimated", "β = 0.5, distribution of contexts estimated"),
    ]


CONTEXTS = Claim(
    id="o09",
    kind="ours",
    statement="The reduction to fixed actions learns with contexts too",
    place=f"{ABSTRACT}, and neither is Section 4",
    criterion="in the last fifth of 262,143 rounds regret grows less than a tenth as fast as that "
    "of uniform play",
    measure=contexts_are_learnt,
    qualifies=lambda setting: setting.trace.get("contexts", 1) > 1,
    tolerance=Tolerance("a tenth is our reading of learning"),
    history=[
        Earlier(
            "the same, as a statement of the paper (c15)",
            "after a second review: the abstract's words are not in the text used here",
            contexts_are_learnt,
        )
    ],
    remark="Suggested by the abstract, which is said to extend the results to varying sets of "
    "actions by the reduction of Hanna et al. (2023). The best of 200 policies is up to 0.015 a "
    "round worse than the best action of each context. Estimated, the slack keeps policies that "
    "are up to about 0.1 worse than the best, and elimination begins again in every phase.",
)

CLAIMS: list[Claim] = [
    ZEROS,
    OVER_AND_UNDER,
    UNBIASED,
    FEW_RESTARTS,
    SMALLER_BOUND,
    RATE_IN_T,
    RATE_IN_N,
    GROWTH_IN_T,
    SMALL_DELAY,
    SIMILAR_LOSSES,
    REWARDS,
    ours.WITHOUT_GUESS,
    ours.SLOW,
    ours.GUESS,
    ours.KEPT,
    BOUNDS,
    WORST_DELAY,
    SEPARATION,
    MATCHES_LINUCB,
    CONTEXTS,
    BEATS_BENCHMARKS,
    PHASE_TRANSITION,
]

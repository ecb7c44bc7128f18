"""Claims about Huang et al. 2023 that are ours: limits of the algorithms as printed."""

from delayed_bandits.claims import Claim, Finding
from delayed_bandits.statistics import exponent_interval, ratio_interval

RANDOM = {"geometric": "geometric", "pareto": "Pareto", "criteo": "Criteo"}
WORLDS = {"sca": "constrained adversary", "lock": "LOCK"}


def claims(curves):
    """Judge them, on the regret of every seed for each (setting, algorithm)."""
    return [
        not_scale_free_below_one(curves),
        scale_free_as_mended(curves),
        floor_makes_linear(curves),
        ignoring_wins_on_benign_data(curves),
        ignoring_loses_on_lock(curves),
        worst_case(curves),
        pooled_beats_greedy(curves),
        lost_feedback(curves),
    ]


def _small_over_one(curves, name):
    return ratio_interval(
        curves["scale-small-none", name].final / 0.01, curves["scale-one-none", name].final
    )


def not_scale_free_below_one(curves):
    """As printed, the guess of the range begins at 1 and never falls."""
    labels = {"banker_sftinf": "Banker-SFTINF", "banker_sflbinf": "Banker-SFLBINF"}
    return Claim(
        "As printed, the scale-free algorithms are so for losses below 1, too",
        "Section 6: L is 'unknown to the agent'; ours: Algorithms 3 and 4 begin with a guess of 1",
        "R(T) / L at L = 0.01 is between 4/5 and 5/4 of that at L = 1, without delay",
        [
            Finding(
                label, "R(T) / L, L = 0.01 over L = 1", _small_over_one(curves, name), 0.8, 1.25
            )
            for name, label in labels.items()
        ],
        "The bounds hold, with 1 for L where L is smaller: then they say nothing.",
    )


def scale_free_as_mended(curves):
    """A small first guess, and a denominator that scales, mend it."""
    return Claim(
        "A small first guess of L, and 3 L² for 3 in the denominators, make them scale-free",
        "ours: the option `homogeneous`",
        "R(T) / L at L = 0.01 is between 4/5 and 5/4 of that at L = 1, without delay",
        [
            Finding(
                "Banker-SFTINF, homogeneous",
                "R(T) / L, L = 0.01 over L = 1",
                _small_over_one(curves, "banker_sftinf_homogeneous"),
                0.8,
                1.25,
            )
        ],
    )


def floor_makes_linear(curves):
    """Banker-BOLO's floor keeps the regret linear up to about 64 n d ln T ln D rounds."""

    def late(setting):
        curve = curves[setting, "banker_bolo"]
        return exponent_interval(curve.at(int(curve.rounds[-1]) // 2), curve.final, 2)

    return Claim(
        "The floor 8n of its action scale makes the regret of Banker-BOLO linear for very long",
        "ours: up to about 64 n d ln T ln D rounds, which are 500,000 for n = 5 and d = 10",
        "the exponent of the regret in T over the second half of 100,000 rounds is above 3/4",
        [
            Finding(f"{body}, n = 5, fixed {d}", "exponent", late(f"{body}-fixed{d}"), low=0.75)
            for body in ("ball", "box")
            for d in (10, 100)
        ],
        "It is no contradiction to Theorem 7.1: the term n² √D has this constant.",
    )


def _over_banker(curves, setting, ignorant, banker):
    return ratio_interval(curves[setting, ignorant].final, curves[setting, banker].final)


def ignoring_wins_on_benign_data(curves):
    """Where losses do not react to the delay, taking no notice of it is best."""
    found = [
        Finding(
            f"constrained adversary, {label}: Tsallis-INF / Banker-TINF",
            "ratio of R(T)",
            _over_banker(curves, f"sca-{delay}", "tsallis_inf", "banker_tinf"),
            high=1,
        )
        for delay, label in {"fixed100": "fixed 100", "geometric": "geometric"}.items()
    ] + [
        Finding(
            f"{body}, fixed 100: BOLO / Banker-BOLO",
            "ratio of R(T)",
            _over_banker(curves, f"{body}-fixed100", "bolo", "banker_bolo"),
            high=1,
        )
        for body in ("ball", "box")
    ]
    return Claim(
        "On benign losses an algorithm that takes no notice of delays has less regret",
        "ours: stochastic losses, or means that shift without regard to the delay",
        "the ratio of the regrets is below 1",
        found,
    )


def ignoring_loses_on_lock(curves):
    """Where losses are in anti-phase with what arrives, taking no notice of delays is costly."""
    return Claim(
        "On LOCK an algorithm that takes no notice of delays has far more regret",
        "ours: the environment that shows what the bounds are for",
        "the ratio of the regrets is above 3",
        [
            Finding(
                label,
                "ratio of R(T)",
                _over_banker(curves, setting, ignorant, banker),
                low=3,
            )
            for label, setting, ignorant, banker in (
                ("fixed 100: Tsallis-INF / Banker-TINF", "lock-fixed100", *ARMS),
                ("geometric: Tsallis-INF / Banker-TINF", "lock-geometric", *ARMS),
                ("ball, fixed 100: BOLO / Banker-BOLO", "ball-lock-100", *POINTS),
                ("box, fixed 1000: BOLO / Banker-BOLO", "box-lock-1000", *POINTS),
            )
        ],
    )


ARMS = "tsallis_inf", "banker_tinf"
POINTS = "bolo", "banker_bolo"


def worst_case(curves):
    """Over the worse environment Banker-TINF is best under random delays."""

    def worse(delay, name):
        finals = [curves[f"{world}-{delay}", name].final for world in WORLDS]
        return max(finals, key=lambda final: final.mean())

    return Claim(
        "Under random delays the worse environment costs Banker-TINF less than Zimmert–Seldin",
        "ours: pooled withdrawal; the bounds say the opposite for fixed delays",
        "the ratio of the regrets on the worse of the two environments is below 1",
        [
            Finding(
                label,
                "ratio of R(T)",
                ratio_interval(worse(delay, "banker_tinf"), worse(delay, "zimmert_seldin")),
                high=1,
            )
            for delay, label in (RANDOM | {"fixed100": "fixed 100"}).items()
        ],
        "Savings of many rounds are pooled there; under a fixed delay Banker-TINF is d + 1 bandits "
        "apart.",
    )


def pooled_beats_greedy(curves):
    """Withdrawal from all savings is better than oldest first."""
    return Claim(
        "Pooled withdrawal has no more regret than that of Algorithm 2",
        "ours: Appendix A.5 offers it for its memory alone",
        "the ratio of the regrets is below 1",
        [
            Finding(
                f"{world}, {label}",
                "R(T), pooled / greedy",
                ratio_interval(
                    curves[f"{key}-{delay}", "banker_tinf"].final,
                    curves[f"{key}-{delay}", "banker_tinf_greedy"].final,
                ),
                high=1,
            )
            for key, world in WORLDS.items()
            for delay, label in {
                "geometric": "geometric",
                "pareto": "Pareto",
                "packets": "packets",
            }.items()
        ],
        "Which savings Algorithm 2 takes first the paper leaves open; here the oldest arrivals.",
    )


def lost_feedback(curves):
    """Where a share of the feedback never arrives, D grows quadratically."""

    def late(name):
        curve = curves["sca-lost", name]
        return exponent_interval(curve.at(int(curve.rounds[-1]) // 2), curve.final, 2)

    return Claim(
        "If a share of the feedback never arrives, Banker-TINF hardly learns, and skipping helps",
        "ours: D is then of the order of T²; skipping as in Zimmert and Seldin (2020)",
        "over the second half of the rounds the exponent of the regret is above 3/4, with skipping "
        "below",
        [
            Finding("Banker-TINF", "exponent", late("banker_tinf"), low=0.75),
            Finding("Zimmert–Seldin", "exponent", late("zimmert_seldin"), low=0.75),
            Finding(
                "Zimmert–Seldin, skipping", "exponent", late("zimmert_seldin_skipping"), high=0.75
            ),
        ],
    )

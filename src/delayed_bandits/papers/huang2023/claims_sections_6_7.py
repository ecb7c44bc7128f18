"""Claims of Huang et al. 2023, Sections 6 (unknown range) and 7 (linear losses)."""

from functools import partial

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import Instead, Measurement, variant
from delayed_bandits.analysis.measures import ratio
from delayed_bandits.analysis.verdicts import below
from delayed_bandits.papers.huang2023 import measures as m

TINF, LBINF = "banker_sftinf{end}", "banker_sflbinf{end}"
DOUBLING = "zimmert_seldin_doubling", "Zimmert–Seldin (doubling)"
OVER = "R(T) of Banker-SFLBINF divided by R(T) of {second}"
BOUND_6_1, BOUND_6_3 = "Theorem 6.1's bound", "Theorem 6.3's bound"
BELOW_1 = dict.fromkeys(
    ("range-small-none", "range-small-geometric"),
    "L is 0.01, where the constant would decide, which is ours; growth is measured instead",
)
"""The settings left out of the claims on the bounds of Section 6, with the reason."""
bounded = partial(Claim, variants=[m.PRINTED], tolerance=m.CONSTANT)
"""Make a claim that a quantity is at most of the order of a bound."""


def small_losses(environment: str, other: str, control: str, name: str) -> Measurement:
    """Divide R(T) of Banker-SFLBINF by that of `other`. The bound of `control` has L² T."""
    runs, instead = ((f"{environment}:{run}", f"{environment}:{other}") for run in (LBINF, control))
    lacks = Instead(instead, "its bound has L² T", name)
    return Measurement(ratio, runs, below(1), lacks, quantity=OVER)


LATER = [
    Claim(
        "c39",
        "Banker-SFLBINF adapts to small losses",
        [
            small_losses("spikes", TINF, "tsallis_inf", "Tsallis-INF"),
            small_losses("growth", TINF, "tsallis_inf", "Tsallis-INF"),
            small_losses("signed-spikes", "tsallis_inf", *DOUBLING),
        ],
        [m.PRINTED, m.PAIRED],
        quote="also gives a small-loss style (Neu, 2015) adaptive regret bound",
        place="Section 6.4 and Theorem 6.3",
        remark="We test it without delay, where the mean square of the losses is below L² / 10. "
        "Under delay the bound has the additional term √(K D) L.",
    ),
    bounded(
        "c44",
        "The regret of Banker-SFTINF is at most of the order of √(K (D + T) log(D + T)) L",
        [m.over_bound(BOUND_6_1, TINF), m.growth_over_bound(BOUND_6_1, TINF)],
        on=lambda setting: setting.has("banker_sftinf_greedy"),
        left_out=BELOW_1,
        place="Theorem 6.1",
        quote="\\mathfrak{R}_T = \\mathcal{O} \\left( \\sqrt{K(D+T) \\log(D+T)} \\cdot L \\right)",
        tolerance=m.CONSTANT_OR_GROWTH,
        remark="We take the theorem to be meant for all L at once. It fails if L is 1/√T, as the "
        "first guess is 1 (o38).",
    ),
    bounded(
        "c45",
        "The regret of Banker-SFLBINF is at most of the order of √(K (D + T)) L log T + √D L log L",
        [m.over_bound(BOUND_6_3, LBINF, "sflbinf_squares"), m.growth_over_bound(BOUND_6_3, LBINF)],
        on=lambda setting: setting.has("banker_sflbinf_greedy") or setting.has("sflbinf_squares"),
        left_out=BELOW_1,
        place="Theorem 6.3, Abstract and Remark 6.4",
        quote="It not only allows us to derive the same regret guarantee as Theorem 6.1 when "
        "losses can be negative (up to logarithmic factors)",
        tolerance=m.CONSTANT_OR_GROWTH,
        remark="Without delay this is the lower bound up to a logarithm (Remark 6.4).",
    ),
    bounded(
        "c48",
        "Given each round's largest loss, regret is at most of the order of √(K (D + T)) L, up to "
        "logarithms under delays",
        [m.over_bound("Section 6.1's bound", "tinf_forecast")],
        variants=[variant("printed", "idealized settings without and with delay, Algorithm 2")],
        on=lambda setting: setting.has("tinf_forecast"),
        place="Section 6.1, Idealized Settings 1 and 2",
        quote="with such forecasts available, we can also generalize Banker-TINF for delayed "
        "adversarial MABs (Corollary 5.1) to scale-free tasks",
        remark="Our runs are given the range of a stage's losses, which is at least the largest "
        "loss of the round. Our bound has no logarithm.",
    ),
    bounded(
        "c49",
        "Up to logarithms, Banker-SFLBINF's regret is at most of the order of the small-loss bound "
        "√(K E[Σ (d + 1) l²]) + √(K D) L",
        [m.over_small_losses],
        variants=[variant("printed", "greedy withdrawal, Algorithm 4")],
        on=lambda setting: setting.has("sflbinf_squares"),
        place="Theorem 6.3, first line",
        quote=r"\sqrt{K \mathbb{E}[\tilde{\mathfrak{L}}_T^2]}",
        remark="In the bound l is the loss of a round, and d the number of losses missing at its "
        "beginning. We take the factor log T of the bound's second line.",
    ),
    bounded(
        "c19",
        "Up to logarithms, Banker-BOLO's regret is at most of the order of n^(3/2) √T + n² √D",
        [m.over_bound("Theorem 7.1's bound", "banker_bolo{end}", "banker_bolo")],
        on=lambda setting: setting.has("banker_bolo") or setting.has("banker_bolo_greedy"),
        place="Theorem 7.1, with the logarithms of Appendix E",
        quote="which is only $\\tilde{\\mathcal{O}}(n^2 \\sqrt{D})$ more than the "
        "non-delayed regret",
        remark="Under delays in dimension 5 the control, which plays the body's centre, stays "
        "below the bound, so dimension 2 tests it. A row that holds shows learning only: BOLO, "
        "which ignores delays, did not run there.",
    ),
]

"""Claims of Huang et al. 2023, Section 6, on orders: small losses, SF-MAB, doubling."""

from delayed_bandits.analysis.claims import (
    Claim,
    Earlier,
    Evidence,
    Reading,
    Runs,
    Setting,
)
from delayed_bandits.analysis.measures import has
from delayed_bandits.analysis.verdicts import below
from delayed_bandits.papers.huang2023.claims_scale_free_delays import DELAY_AND_ARMS
from delayed_bandits.papers.huang2023.claims_scale_free_rates import CHANGED, RATES
from delayed_bandits.papers.huang2023.measures import delayed, over
from delayed_bandits.papers.huang2023.scale_free import (
    POOLED,
    both_withdrawals,
    ratio_row,
)

ALGORITHMS = ("banker_sftinf", "banker_sflbinf")


# Small losses


def few_large(setting: Setting) -> bool:
    """Tell whether the mean square of the losses is below a tenth of L², without delay."""
    if not has(setting, "banker_sflbinf") or delayed(setting.trace):
        return False
    losses = setting.trace["losses"]
    return losses["law"] in ("spikes", "signed_spikes") or losses.get("steps", 0) > 2


def small_losses(runs: Runs) -> list[Reading]:
    def rows(end: str) -> list[Evidence]:
        found = []
        for setting in runs:
            signed = not has(setting, "banker_sftinf")
            other, control = (
                ("tsallis_inf", "zimmert_seldin_doubling")
                if signed
                else (f"banker_sftinf{end}", "tsallis_inf")
            )
            row = ratio_row(runs, setting, f"banker_sflbinf{end}", other, below(1), control)
            found.append(row)
        return found

    return both_withdrawals(rows)


def small_losses_earlier(runs: Runs) -> list[Reading]:
    pairs = [
        ("spikes", "banker_sftinf"),
        ("spikes", "tsallis_inf"),
        ("signed-spikes", "tsallis_inf"),
    ]
    rows = [
        Evidence(key, "ratio", over(runs, key, "banker_sflbinf", other), below(1))
        for key, other in pairs
    ]
    return [Reading("ours", POOLED, rows)]


SCALE_FREE = [
    *RATES,
    *DELAY_AND_ARMS,
    Claim(
        id="c39",
        statement="Banker-SFLBINF adapts to small losses",
        quote="also gives a small-loss style (Neu, 2015) adaptive regret bound",
        place="Section 6.4 and Theorem 6.3",
        criterion=(
            "without delay and where the mean square of the losses is below L² / 10, its regret is "
            "below that of an algorithm whose bound has L² T: Banker-SFTINF, or Tsallis-INF given "
            "L, where losses are signed"
        ),
        measure=small_losses,
        qualifies=few_large,
        remark=(
            "Its regret is 0.38 of that of Banker-SFTINF on spikes and 0.79 on growth, and 0.11 "
            "of that of Tsallis-INF on signed spikes. Under delay the bound has √(K D) L beside "
            "the small losses, and nothing is left of them: on spikes under geometric delays its "
            "regret is 0.99 of that of uniform play."
        ),
        history=[
            Earlier(
                "spikes and signed spikes alone, over Banker-SFTINF and over Tsallis-INF given L",
                CHANGED + "; growth was left out",
                small_losses_earlier,
            )
        ],
    ),
]

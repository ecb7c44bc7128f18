"""What a reader of Liu and Maghsudi 2024 will ask beside its claims."""

import numpy as np

from delayed_bandits.aggregation import AllCurves
from delayed_bandits.claims import Claim, Finding
from delayed_bandits.papers.liu2024_common import (
    CELLS,
    DIVERSE,
    NEAR,
    PRINTED,
    doral_against_dalp,
    gain,
)
from delayed_bandits.statistics import mean_interval, ratio_interval


def greedy_leads_until_it_has_spent(curves: AllCurves) -> Claim:
    """When DORAL overtakes D-LinUCB."""
    findings = []
    for setting, label in CELLS.items():
        doral, greedy = (curves[setting, name] for name in ("doral", "d_linucb"))
        ahead = doral.columns["reward"] > greedy.columns["reward"]
        behind = ahead.shape[1] - np.argmin(ahead[:, ::-1], axis=1)  # checkpoints until it leads
        share = np.where(ahead.all(axis=1), 0, behind) / ahead.shape[1]
        findings.append(
            Finding(label, "share of the rounds before DORAL leads", mean_interval(share), low=0.5)
        )
    return Claim(
        "D-LinUCB leads until its budget is gone, and is overtaken only then.",
        "ours",
        "DORAL leads for good after more than B/T of the rounds (A′ = 5)",
        findings,
        remark="Against the budget spent DORAL leads much earlier: see the right panels.",
    )


def waiting_reverses_the_order(curves: AllCurves) -> Claim:
    """What counts decides."""
    findings = doral_against_dalp(curves, list(CELLS), -np.inf, 0, "reward_end")
    return Claim(
        "If every reward counts that comes by the last round, D-ALP is no worse than DORAL.",
        "ours",
        "the reward of DORAL is smaller if late rewards count too",
        findings,
        remark="τ only matters if late feedback is worthless; the paper does not say when it is.",
    )


def letter_does_no_harm(curves: AllCurves) -> Claim:
    """The readings as printed, one at a time."""
    findings = [
        Finding(
            f"{name}, {CELLS[setting]}",
            f"reward over that of {adopted}, minus 1",
            gain(curves, setting, name, adopted),
            low=-NEAR,
        )
        for name, adopted in PRINTED.items()
        for setting in DIVERSE
    ]
    return Claim(
        "The algorithm can be run as printed.",
        "ours",
        "the printed reading costs less than 1 % of the reward",
        findings,
    )


def delay_costs(curves: AllCurves) -> Claim:
    """Against the floor."""
    findings = [
        Finding(
            f"{label}, {policy}",
            "regret over that of UCB-ALP without delay",
            ratio_interval(curves[setting, name].final, curves[setting, "ucb_alp"].final),
            low=1,
        )
        for setting, label in CELLS.items()
        for name, policy in (("doral", "DORAL"), ("doral_8", "DORAL, A′ = 8"))
    ]
    return Claim(
        "UCB-ALP without delay is the floor: delay costs more than knowing features gains.",
        "ours",
        "the regret of DORAL is larger",
        findings,
    )

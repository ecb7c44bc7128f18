"""Readings of Liu and Maghsudi 2024: as printed, and with our corrections."""

from delayed_bandits.analysis.rows import Instead, variant

PRINTED = variant(
    "printed",
    "all that can be switched as printed, the race stopped after 35,000 rounds, A′ = 5",
    doral="doral_printed",
    dalp="dalp_printed",
    greedy="d_linucb_printed",
    random="random_printed",
)
FIVE = variant(
    "ours",
    "with our corrections, A′ = 5",
    "five",
    doral="doral",
    dalp="dalp",
    greedy="d_linucb",
    random="random",
)
EIGHT = variant(
    "ours",
    "with our corrections, A′ = 8",
    "eight",
    doral="doral_8",
    dalp="dalp_8",
    greedy="d_linucb",
    random="random",
)
CUTOFF = variant(
    "ours",
    "with our corrections, m = max UCB, A′ = 5",
    "cutoff",
    doral="doral_cutoff",
    dalp="dalp_cutoff",
)
ARM = variant(
    "ours",
    "with our corrections, but the arm of the largest index as printed, A′ = 5",
    "arm",
    doral="doral_arm",
    dalp="dalp",
    greedy="d_linucb",
    random="random",
)
ARM_EIGHT = ARM._replace(
    what="with our corrections, but the arm of the largest index as printed, A′ = 8",
    names=ARM.names | {"doral": "doral_arm_8", "dalp": "dalp_8"},
    key="arm_eight",
)

SIMILAR = ["fig1a", "fig1b"]
PANELS = [*SIMILAR, "fig2a", "fig2b"]
SHORT = [f"{name}-short" for name in PANELS]
VARIED = ["fig2b-short", "fig2b-unit", "fig2b-noiseless"]
"""Variations of Figure 2(b), whose first stage is the same, seed by seed."""

WORLDS = [*PANELS, "criteo"]

APART = Instead(("{doral}", "d_linucb"), "another policy, which spends first")
AN_ORDER = "a comparison of two algorithms; the reverse order fails it"

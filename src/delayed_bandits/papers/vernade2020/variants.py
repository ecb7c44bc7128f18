"""Readings of Vernade et al. 2020: as printed, as in attributed code, and narrowed."""

from delayed_bandits.analysis.rows import Instead, variant

PRINTED = variant(
    "printed", "arms from {0,1}⁵", ucb="otflinucb", ts="otflints", arms="", random="uniform_random"
)
CODE = variant(
    "code",
    "arms from [0,1]⁵, as in the code",
    ucb="otflinucb_code",
    ts="otflints_code",
    ts_unit="otflints_code_unit",
    arms="-uniform",
    random="uniform_random",
)
CODE_BINARY = variant(
    "code",
    "arms from {0,1}⁵, as in the paper",
    "code_binary",
    ucb="otflinucb_code",
    ts="otflints_code",
    ts_unit="otflints_code_unit",
    arms="",
    random="uniform_random",
)
TENTH = variant(
    "ours",
    "as printed but a tenth of the width, arms from {0,1}⁵",
    "tenth",
    ucb="otflinucb_tenth",
    ts="otflints",
    arms="",
    random="uniform_random",
)
PRINTED_UNIFORM = variant(
    "ours",
    "as printed, arms from [0,1]⁵",
    "uniform",
    ucb="otflinucb",
    ts="otflints",
    arms="-uniform",
    random="uniform_random",
)

ALL = [PRINTED, CODE, CODE_BINARY, TENTH, PRINTED_UNIFORM]
WITHOUT_TENTH = [PRINTED, CODE, CODE_BINARY, PRINTED_UNIFORM]
"""The tenth of the width did not run on the Criteo delays."""

FIG1 = ["fig1a", "fig1b", "fig1c"]
PANELS = ["fig1a{arms}", "fig1b{arms}", "fig1c{arms}", "fig3{arms}"]
UNIFORM = Instead(("{random}", "{random}"), "it does not learn", "uniform play")
ALONE = Instead(("{random}",), "it does not learn", "uniform play")

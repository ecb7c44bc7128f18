"""Memory and time that steps which read curves ask a cluster for; both grow with the attempt."""

MOST_HELD = 16_000_000
"""Bytes of the curves of a small run; those of a larger one are left on disk."""

MOST_KEPT = 16 * MOST_HELD
"""Bytes of the curves of small runs that a step keeps in memory."""


def curves_megabytes(n_seeds: int) -> int:
    """Compute the memory of a step that reads a paper's curves, and of two Snakemakes around it.

    Beside small runs and a part of a large one, it holds some dozens of numbers for each seed.
    """
    return 1500 + 400 * n_seeds // 10**6


def curves_minutes(n_runs: int, n_seeds: int, checkpoints: int) -> int:
    """Compute the minutes of a step that reads a paper's curves.

    Ten million rows take two seconds with three columns, and some have a dozen.
    """
    return 10 + n_runs * n_seeds * checkpoints // (3 * 10**7)

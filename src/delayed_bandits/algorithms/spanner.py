"""Volumetric spanners: a few actions whose linear combinations give all others.

Each combination has coefficients of norm at most 1 (Hazan and Karnin 2016). In n dimensions there
is a spanner of 3 n actions (Bhaskara, Mahabadi and Vakilian 2023, arXiv:2310.00175). M is the sum
of x x' over the chosen actions. A local search swaps a chosen action for another as long as this
multiplies det M by more than 1 + delta. The leverage of an action x is x' M^-1 x, the squared norm
of its least-norm coefficients. With delta = 1/3, actions not chosen end with a leverage below 1.
"""

import math

import numpy as np

from delayed_bandits.kernels.compiling import njit
from delayed_bandits.kernels.linear_algebra import cholesky, dot, first_maximum, multiply

RANK_TOLERANCE = 1e-9  # residuals shorter than this share of the longest action count as zero
SIZE = 3  # chosen actions per dimension
GAIN = 1.0 / 3.0  # delta: a swap must multiply the determinant by more than 1 + delta


@njit(cache=True)
def spanner(actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return a volumetric spanner of `actions`, shape (actions, dimension).

    Returns the indices of s chosen actions in increasing order, and coefficients, shape (actions,
    s). Row a expresses action a by the chosen actions, with a norm of at most 1. If the actions
    span r dimensions, s is 3 r, or the number of actions if this is less. If all actions are zero,
    s is 1.
    """
    n_actions = actions.shape[0]
    pivots, frame = pivoted_gram_schmidt(actions)
    size = max(1, SIZE * pivots.size)
    if n_actions <= size:
        return np.arange(n_actions), np.eye(n_actions)
    coordinates = np.empty((n_actions, pivots.size))
    for a in range(n_actions):
        multiply(frame, actions[a], coordinates[a])
    inside = np.zeros(n_actions, np.bool_)
    inside[pivots] = True
    fill(coordinates, inside, size)
    swap(coordinates, inside)
    chosen = np.flatnonzero(inside)
    return chosen, least_norm_coefficients(coordinates, inside, chosen)


@njit(cache=True)
def pivoted_gram_schmidt(actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Choose the action of the longest residual, until all residuals are zero.

    Returns the chosen indices, shape (rank,), and orthogonal rows, shape (rank, dimension). An
    action's coordinates are its inner products with the rows.
    """
    n_actions, dimension = actions.shape
    norms = np.empty(n_actions)
    pivots = np.empty(min(n_actions, dimension), np.int64)
    frame = np.empty((pivots.size, dimension))
    direction = np.empty(dimension)
    longest = 0.0
    for a in range(n_actions):
        longest = max(longest, math.sqrt(dot(actions[a], actions[a])))
    if longest == 0.0:
        return pivots[:0], frame[:0]
    residuals = actions / longest
    for rank in range(pivots.size):
        for a in range(n_actions):
            norms[a] = math.sqrt(dot(residuals[a], residuals[a]))
        pivot = first_maximum(norms)
        if norms[pivot] <= RANK_TOLERANCE:
            return pivots[:rank], frame[:rank]
        pivots[rank] = pivot
        for i in range(dimension):
            direction[i] = residuals[pivot, i] / norms[pivot]
            frame[rank, i] = direction[i] / (norms[pivot] * longest)
        for _ in range(2):  # the second pass removes rounding errors
            for a in range(n_actions):
                overlap = dot(residuals[a], direction)
                for i in range(dimension):
                    residuals[a, i] -= overlap * direction[i]
    return pivots, frame


@njit(cache=True)
def whiten(coordinates: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """Return y = L^-1 x for each action x, where L L' = M. The leverage of x is y' y."""
    n_actions, rank = coordinates.shape
    matrix = np.zeros((rank, rank))
    for a in range(n_actions):
        if inside[a]:
            for i in range(rank):
                for j in range(rank):
                    matrix[i, j] += coordinates[a, i] * coordinates[a, j]
    factor = np.zeros((rank, rank))
    cholesky(matrix, factor)
    whitened = np.empty((n_actions, rank))
    for a in range(n_actions):
        for i in range(rank):
            known = dot(factor[i, :i], whitened[a, :i])
            whitened[a, i] = (coordinates[a, i] - known) / factor[i, i]
    return whitened


@njit(cache=True)
def fill(coordinates: np.ndarray, inside: np.ndarray, size: int) -> None:
    """Choose actions by the largest leverage until `size` are chosen."""
    leverage = np.empty(inside.size)
    for _ in range(size - inside.sum()):
        whitened = whiten(coordinates, inside)
        for a in range(inside.size):
            leverage[a] = -np.inf if inside[a] else dot(whitened[a], whitened[a])
        inside[first_maximum(leverage)] = True


@njit(cache=True)
def swap(coordinates: np.ndarray, inside: np.ndarray) -> int:
    """Swap actions while a swap multiplies det M by more than 1 + delta. Return how many."""
    swaps = 0
    while True:
        whitened = whiten(coordinates, inside)
        best, leaving, coming = 0.0, 0, 0
        for i in range(inside.size):
            for j in range(inside.size):
                if inside[i] and not inside[j]:
                    gain = swap_gain(whitened[i], whitened[j])
                    if gain > best:
                        best, leaving, coming = gain, i, j
        if best <= 1.0 + GAIN:
            return swaps
        inside[leaving], inside[coming] = False, True
        swaps += 1


@njit(cache=True)
def swap_gain(leaving: np.ndarray, coming: np.ndarray) -> float:
    """Return the factor by which a swap of two whitened actions multiplies det M."""
    return (1.0 - dot(leaving, leaving)) * (1.0 + dot(coming, coming)) + dot(leaving, coming) ** 2


@njit(cache=True)
def least_norm_coefficients(
    coordinates: np.ndarray, inside: np.ndarray, chosen: np.ndarray
) -> np.ndarray:
    """Return the coefficients of `spanner`: x_i' M^-1 x_a, or a unit vector if a is chosen."""
    whitened = whiten(coordinates, inside)
    coefficients = np.zeros((inside.size, chosen.size))
    for a in range(inside.size):
        for i in range(chosen.size):
            unit = 1.0 * (chosen[i] == a)
            coefficients[a, i] = unit if inside[a] else dot(whitened[chosen[i]], whitened[a])
    return coefficients

"""Linear algebra in plain loops, which give the same bits on every machine."""

import math

import numpy as np

from delayed_bandits.kernels.compiling import inlined

TIE = 1e-9
BLOCK = 64  # columns of `sum_of_norms` at a time: they fit into the fastest cache


@inlined
def dot(x: np.ndarray, y: np.ndarray) -> float:
    """Compute the inner product of two vectors."""
    total = 0.0
    for i in range(x.size):
        total += x[i] * y[i]
    return total


@inlined
def add(x: np.ndarray, total: np.ndarray) -> None:
    """Add `x` to the vector `total`."""
    for i in range(x.size):
        total[i] += x[i]


@inlined
def multiply(matrix: np.ndarray, x: np.ndarray, out: np.ndarray) -> None:
    """Write `matrix @ x` into `out`."""
    for i in range(matrix.shape[0]):
        out[i] = dot(matrix[i], x)


@inlined
def squared_norm(matrix: np.ndarray, x: np.ndarray) -> float:
    """Compute the quadratic form x' M x of a symmetric matrix M."""
    total = 0.0
    for i in range(x.size):
        below = 0.0
        for j in range(i):
            below += matrix[i, j] * x[j]
        total += x[i] * (2.0 * below + matrix[i, i] * x[i])
    return total


@inlined
def sum_of_norms(
    matrix: np.ndarray, vectors: np.ndarray, count: int, workspace: np.ndarray
) -> float:
    """Return the sum of sqrt(x' M x) over the first `count` columns x of `vectors`.

    M is the symmetric `matrix`. `vectors` has shape (dimension, columns), and `workspace` has at
    least `BLOCK` entries.
    """
    total = 0.0
    for first in range(0, count, BLOCK):
        size = min(BLOCK, count - first)
        for s in range(size):
            workspace[s] = 0.0
        # columns are the innermost loop, for vector units
        for i in range(vectors.shape[0]):
            for j in range(i + 1):
                entry = matrix[i, j] if i == j else 2.0 * matrix[i, j]
                x, y = vectors[i, first:], vectors[j, first:]
                for s in range(size):
                    workspace[s] += entry * (x[s] * y[s])
        for s in range(size):
            workspace[s] = math.sqrt(workspace[s])
        for s in range(size):
            total += workspace[s]
    return total


@inlined
def add_to_inverse(inverse: np.ndarray, x: np.ndarray, workspace: np.ndarray) -> None:
    """Replace the inverse of a symmetric V by that of V + x x' (Sherman-Morrison)."""
    multiply(inverse, x, workspace)
    scale = 1.0 / (1.0 + dot(x, workspace))
    for i in range(x.size):
        for j in range(x.size):
            inverse[i, j] -= scale * (workspace[i] * workspace[j])


@inlined
def cholesky(matrix: np.ndarray, factor: np.ndarray) -> None:
    """Write the Cholesky factor of `matrix` into the lower triangle of `factor`."""
    for i in range(matrix.shape[0]):
        for j in range(i + 1):
            rest = matrix[i, j] - dot(factor[i, :j], factor[j, :j])
            factor[i, j] = math.sqrt(rest) if i == j else rest / factor[j, j]


@inlined
def first_maximum(values: np.ndarray) -> int:
    """Return the first index whose value is within `TIE` of the maximum."""
    a = b = c = d = values[0]
    rest = values.size % 4
    for i in range(rest, values.size, 4):  # four maxima, as each step waits for the step before
        a, b = max(a, values[i]), max(b, values[i + 1])
        c, d = max(c, values[i + 2]), max(d, values[i + 3])
    for i in range(rest):
        a = max(a, values[i])
    largest = max(max(a, b), max(c, d))
    for i in range(values.size):
        if values[i] >= largest - TIE:
            return i
    return 0

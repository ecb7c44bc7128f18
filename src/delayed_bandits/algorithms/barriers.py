"""Self-concordant barriers of convex bodies, and axes of their Dikin ellipsoids.

- Ball: -ln(1 - |x|^2).
- Box: -sum ln(1 - x_i^2).
- Polytope of all x with <a_i, x> <= b_i: -sum ln(b_i - <a_i, x>).
"""

import math

import numpy as np

from delayed_bandits.kernels.compiling import njit
from delayed_bandits.kernels.linear_algebra import cholesky, dot
from delayed_bandits.traces.adversarial_linear.bodies import BALL, BOX, Shape

DECREMENT = 1e-9  # Newton's method ends once a step is this short in the norm of the Hessian
MOST_STEPS = 200  # of Newton's method
MOST_SWEEPS = 50  # of Jacobi's method, which needs fewer than ten


@njit(cache=True, forceinline=True)
def barrier_map(shape: Shape, dual: np.ndarray, point: np.ndarray) -> None:
    """Move `point` to the point at which the barrier's gradient is `dual`."""
    if shape.kind == BALL:
        scale = 1 + math.sqrt(1 + dot(dual, dual))
        for i in range(point.size):
            point[i] = dual[i] / scale
    elif shape.kind == BOX:
        for i in range(point.size):
            point[i] = dual[i] / (1 + math.sqrt(1 + dual[i] ** 2))
    else:
        _newton(shape.normals, shape.offsets, dual, point)


@njit(cache=True)
def _newton(normals, offsets, dual, point):
    """Move `point`, by damped Newton steps, to the minimum of barrier(x) - <dual, x>."""
    dimension = point.size
    factor = np.zeros((dimension, dimension))
    step = np.empty(dimension)
    for _ in range(MOST_STEPS):
        for i in range(dimension):
            step[i] = -dual[i]
        for row in range(offsets.size):
            slack = offsets[row] - dot(normals[row], point)
            for i in range(dimension):
                step[i] += normals[row, i] / slack
        cholesky(_hessian(normals, offsets, point), factor)
        for i in range(dimension):
            step[i] = (step[i] - dot(factor[i, :i], step[:i])) / factor[i, i]
        decrement = math.sqrt(dot(step, step))
        for i in range(dimension - 1, -1, -1):
            for j in range(i + 1, dimension):
                step[i] -= factor[j, i] * step[j]
            step[i] /= factor[i, i]
        damping = 1 + decrement if decrement > 0.25 else 1.0
        for i in range(dimension):
            point[i] -= step[i] / damping
        if decrement < DECREMENT:
            break


@njit(cache=True)
def _hessian(normals, offsets, point):
    """Return the barrier's Hessian on a polytope: sum a_i a_i' / (b_i - <a_i, x>)^2."""
    hessian = np.zeros((point.size, point.size))
    for row in range(offsets.size):
        slack = offsets[row] - dot(normals[row], point)
        for i in range(point.size):
            for j in range(point.size):
                hessian[i, j] += normals[row, i] * normals[row, j] / slack**2
    return hessian


@njit(cache=True, forceinline=True)
def eigenpair(
    shape: Shape, dual: np.ndarray, point: np.ndarray, index: int, vector: np.ndarray
) -> float:
    """Write eigenvector `index` of the Hessian to `vector`. Return its eigenvalue.

    The Hessian is the barrier's at `point`, where the gradient is `dual`. Eigenvector 0 of the ball
    is radial. Eigenvalues of a polytope increase with the index.
    """
    dimension = point.size
    if shape.kind == BOX:
        for i in range(dimension):
            vector[i] = 0.0
        vector[index] = 1.0
        margin = 2 / (1 + math.sqrt(1 + dual[index] ** 2))  # 1 - x_i^2
        return 2 * (1 + point[index] ** 2) / margin**2
    if shape.kind == BALL:
        length = math.sqrt(dot(dual, dual))
        for i in range(dimension):
            vector[i] = dual[i] / length if length > 0 else 0.0
        if length == 0:
            vector[0] = 1.0
        margin = 2 / (1 + math.sqrt(1 + length**2))  # 1 - |x|^2
        if index == 0:
            return 2 * (2 - margin) / margin**2
        # a reflection maps axis 0 to vector 0, up to sign, and the other axes to the other vectors
        share = vector[index] / (1 + abs(vector[0]))
        vector[0] += 1.0 if vector[0] >= 0 else -1.0
        for i in range(dimension):
            vector[i] *= -share
        vector[index] += 1.0
        return 2 / margin
    return _eigenpair(shape.normals, shape.offsets, point, index, vector)


@njit(cache=True)
def _eigenpair(normals, offsets, point, index, vector):
    """Compute `eigenpair` on a polytope, by Jacobi's method."""
    matrix = _hessian(normals, offsets, point)
    dimension = vector.size
    basis = np.eye(dimension)
    for _ in range(MOST_SWEEPS):
        largest, diagonal = 0.0, 0.0
        for p in range(dimension):
            diagonal += abs(matrix[p, p])
            for q in range(p):
                largest = max(largest, abs(matrix[p, q]))
                _rotate(matrix, basis, q, p)
        if largest <= 1e-15 * diagonal:
            break
    for k in range(dimension):
        smaller = 0
        for j in range(dimension):
            smaller += matrix[j, j] < matrix[k, k] or (matrix[j, j] == matrix[k, k] and j < k)
        if smaller == index:
            break
    entry = basis[np.argmax(np.abs(basis[:, k])), k]
    for i in range(dimension):
        vector[i] = math.copysign(1.0, entry) * basis[i, k]
    return matrix[k, k]


@njit(cache=True)
def _rotate(matrix, basis, p, q):
    """Rotate the axes p and q so that matrix[p, q] becomes 0."""
    if matrix[p, q] == 0:
        return
    ratio = (matrix[q, q] - matrix[p, p]) / (2 * matrix[p, q])
    tangent = math.copysign(1.0, ratio) / (abs(ratio) + math.sqrt(1 + ratio**2))
    cosine = 1 / math.sqrt(1 + tangent**2)
    sine = tangent * cosine
    _turn(matrix[:, p], matrix[:, q], cosine, sine)
    _turn(matrix[p], matrix[q], cosine, sine)
    _turn(basis[:, p], basis[:, q], cosine, sine)


@njit(cache=True)
def _turn(x, y, cosine, sine):
    for k in range(x.size):
        x[k], y[k] = cosine * x[k] - sine * y[k], sine * x[k] + cosine * y[k]

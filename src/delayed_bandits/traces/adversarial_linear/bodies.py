"""Convex bodies, the action sets of adversarial linear bandits."""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from delayed_bandits.checks.build import Described
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Count

Reals = NDArray[np.float64]
BALL, BOX, POLYTOPE = 0, 1, 2
SMALLEST_RADIUS = 1e-9  # a polytope with an interior holds a ball of this radius


class Shape(NamedTuple):
    """A convex body in the form that kernels take. Only a polytope has normals and offsets."""

    kind: int  # BALL, BOX or POLYTOPE
    normals: Reals  # shape (constraints, dimension)
    offsets: Reals  # shape (constraints,)


class Body(Described, ABC):
    """A convex body, whose points a learner plays."""

    what = key = "body"
    kind: ClassVar[int]
    dimension: int

    # the body for kernels, and a point in the interior, shape (dimension,)
    shape = property(lambda self: Shape(self.kind, np.empty((0, self.dimension)), np.empty(0)))
    inside = property(lambda self: np.zeros(self.dimension))

    @abstractmethod
    def largest_modulus(self, vectors: Reals) -> Reals:
        """Return the largest |<v, x>| over x in the body, for each v of `vectors`."""

    @abstractmethod
    def minimiser(self, vector: Reals) -> Reals:
        """Return the x in the body that minimises <vector, x>, shape (dimension,)."""


@dataclass(frozen=True)
class Ball(Body):
    """All x of Euclidean norm at most 1."""

    name = "ball"
    kind = BALL
    dimension: Count

    def largest_modulus(self, vectors: Reals) -> Reals:
        return np.linalg.norm(vectors, axis=1)

    def minimiser(self, vector: Reals) -> Reals:
        # 0 for the vector 0; no BLAS: its last bit depends on the processor
        return -vector / max(math.hypot(*vector), np.finfo(float).tiny)


@dataclass(frozen=True)
class Box(Body):
    """All x with coordinates from -1 to 1."""

    name = "box"
    kind = BOX
    dimension: Count

    def largest_modulus(self, vectors: Reals) -> Reals:
        return np.abs(vectors).sum(axis=1)

    def minimiser(self, vector: Reals) -> Reals:
        return -np.sign(vector)


@dataclass(frozen=True, eq=False)
class Polytope(Body):
    """All x with <normals[i], x> <= offsets[i] for every i."""

    name = "polytope"
    kind = POLYTOPE
    normals: ArrayLike  # shape (constraints, dimension)
    offsets: ArrayLike  # shape (constraints,)
    centre: Reals = field(init=False)  # of a largest ball inside, of radius at most 1
    vertices: Reals = field(init=False)  # shape (vertices, dimension)
    dimension = property(lambda self: self.normals.shape[1])
    shape = property(lambda self: Shape(self.kind, self.normals, self.offsets))
    inside = property(lambda self: self.centre)

    def __post_init__(self) -> None:
        try:
            normals, offsets = np.array(self.normals, float), np.array(self.offsets, float)
        except (TypeError, ValueError) as error:
            raise InputError(f"body 'polytope': normals or offsets: {error}") from error
        if normals.ndim != 2 or offsets.shape != normals.shape[:1]:
            found = f"normals and offsets have shapes {normals.shape} and {offsets.shape}"
            remedy = "Give (constraints, dimension) and (constraints,)."
            raise InputError(f"body 'polytope': {found}. {remedy}")
        if np.any(~normals.any(axis=1)):
            raise InputError("body 'polytope': a row of normals is 0. Remove the row.")
        if not (np.isfinite(normals).all() and np.isfinite(offsets).all()):
            raise InputError("body 'polytope': normals and offsets have to be finite numbers.")
        centre = _centre(normals, offsets)
        vertices = _vertices(normals, offsets, centre)
        vars(self).update(normals=normals, offsets=offsets, centre=centre, vertices=vertices)

    def largest_modulus(self, vectors: Reals) -> Reals:
        return np.abs((vectors[:, None] * self.vertices).sum(axis=2)).max(axis=1)

    def minimiser(self, vector: Reals) -> Reals:
        return self.vertices[np.argmin((self.vertices * vector).sum(axis=1))]


def _centre(normals: Reals, offsets: Reals) -> Reals:
    """Return the centre of the largest ball of radius at most 1 in a polytope."""
    from scipy.optimize import linprog  # slow to import; other bodies do without

    dimension = normals.shape[1]
    # the unknowns are the centre of the ball and its radius
    result = linprog(
        np.append(np.zeros(dimension), -1.0),
        A_ub=np.column_stack([normals, np.linalg.norm(normals, axis=1)]),
        b_ub=offsets,
        bounds=[(None, None)] * dimension + [(None, 1.0)],
    )
    if not result.success or result.x[-1] < -SMALLEST_RADIUS:
        raise InputError("body 'polytope': no point satisfies all constraints. Remove some.")
    if result.x[-1] < SMALLEST_RADIUS:
        raise InputError("body 'polytope': has no interior. Loosen the constraints.")
    return result.x[:-1]


def _vertices(normals: Reals, offsets: Reals, centre: Reals) -> Reals:
    """Return the vertices of a polytope, shape (vertices, dimension)."""
    from scipy.optimize import linprog
    from scipy.spatial import HalfspaceIntersection

    dimension = normals.shape[1]
    extent = []
    for axis in np.vstack([np.eye(dimension), -np.eye(dimension)]):
        result = linprog(axis, A_ub=normals, b_ub=offsets, bounds=(None, None))
        if not result.success:
            raise InputError("body 'polytope': is unbounded. Add constraints.")
        extent.append(result.x)
    if dimension == 1:  # Qhull needs two dimensions
        return np.array(extent)
    return HalfspaceIntersection(np.column_stack([normals, -offsets]), centre).intersections


BODIES: dict[str, type[Body]] = {body.name: body for body in (Ball, Box, Polytope)}
"""The bodies by name in YAML files."""

"""Algorithms of the project in C: folder `c`, compiled by gcc and called through ctypes.

A program is given the uniforms that the project's trace is made of, drawn by the same calls of
NumPy. It turns them into delays, rewards and action sets, plays, and sums the regret, all in C.
"""

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from delayed_bandits.algorithms.odaaf import phases, samples_known_mean
from delayed_bandits.delays.base import Distribution
from delayed_bandits.delays.tabulated import Tabulated
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.traces.k_armed.losses import LOSS_DISTRIBUTIONS
from delayed_bandits.traces.streams import LearnerRandomness, Streams

OPTIONS = ["-O3", "-march=native", "-shared", "-fPIC"]


class Draws(NamedTuple):
    """What is drawn before play: a uniform and a delay for each round, and a learner's randomness.

    `states` are those of adversarial losses, `actions` the action sets of a linear bandit. Other
    programs have None.
    """

    uniforms: np.ndarray
    delays: np.ndarray
    randomness: LearnerRandomness
    states: np.ndarray | None = None
    actions: np.ndarray | None = None


class Library:
    """The compiled folder `c`; `call` passes arrays, integers and floats to a function."""

    def __init__(self, folder: Path) -> None:
        sources = sorted((Path(__file__).parent / "c").glob("*.c"))
        path = folder / "programs.so"
        subprocess.run(["gcc", *OPTIONS, "-o", path, *sources, "-lm"], check=True)
        self.library = ctypes.CDLL(str(path))

    def call(self, function: str, *arguments: Any) -> None:
        """Call a function; arrays must be contiguous and of the type that it expects."""
        self.library[function](*map(_in_c, arguments))


def compiler() -> str | None:
    """Return the path of gcc, or None."""
    return shutil.which("gcc")


def _in_c(argument: Any) -> Any:
    if argument is None or isinstance(argument, np.ndarray):
        return ctypes.c_void_p(None if argument is None else argument.ctypes.data)
    return ctypes.c_double(argument) if isinstance(argument, float) else ctypes.c_int64(argument)


class Program:
    """An algorithm in C on K arms of Bernoulli rewards."""

    def __init__(self, task: Specification, library: Library) -> None:
        self.task = task
        self.call = library.call
        self.function = task.run.partition(".")[2]
        self.streams = Streams(task.master_seed, task.paper)
        self.distribution: Distribution = task.trace_arguments()["delay"]
        self.horizon = task.horizon
        self.prepare(task.trace)

    def prepare(self, trace: dict[str, Any]) -> None:
        """Set what does not depend on the seed."""
        self.means = np.array(trace["means"], float)
        self.n_arms = self.means.size

    def draw(self, seed: int) -> Draws:
        """Draw what is random in a seed."""
        return Draws(
            self.streams.open("rewards", seed).random(self.horizon),
            self.delays(seed),
            LearnerRandomness(self.streams, seed),
        )

    def delays(self, seed: int) -> np.ndarray:
        """Draw the delays of all rounds, of a tabulated distribution or a geometric one."""
        uniforms = self.streams.open("delays", seed).random(self.horizon)
        delays = np.empty(self.horizon, np.int32)
        if isinstance(self.distribution, Tabulated):
            low, cdf = self.distribution.table
            guide = self.distribution.guide
            table = low, cdf, guide, guide.size
            self.call("tabulated_delays", self.horizon, uniforms, *table, delays)
        else:
            rate = -np.log1p(-1 / self.distribution.mean)
            self.call("geometric_delays", self.horizon, uniforms, rate, delays)
        return delays

    def play(self, draws: Draws) -> np.ndarray:
        """Play all rounds; return the arms."""
        played = np.empty(self.horizon, np.int32)
        random = self.means, draws.uniforms, draws.delays
        self.call(
            self.function, self.horizon, self.n_arms, *random, *self.parameters(draws), played
        )
        return played

    def parameters(self, draws: Draws) -> tuple[Any, ...]:
        """Return further arguments: the key, or the samples of ODAAF's phases."""
        if self.function == "thompson":
            return (int(draws.randomness.key()),)
        if self.function != "odaaf":
            return ()
        last = phases(self.horizon) + 1
        wanted = [
            samples_known_mean(self.horizon, m, self.distribution.mean) for m in range(1, last)
        ]
        samples = np.array([0, *(min(n, self.horizon + 1) for n in wanted)])
        return samples, samples.size

    def regret(self, draws: Draws, played: np.ndarray) -> np.ndarray:  # noqa: ARG002
        """Compute the cumulative regret of every round."""
        regret = np.empty(self.horizon)
        self.call("k_armed_regret", self.horizon, self.n_arms, self.means, played, regret)
        return regret


class ClicksProgram(Program):
    """Algorithms in batches in C, on exponential delays of conversions."""

    def prepare(self, trace: dict[str, Any]) -> None:
        """Set what does not depend on the seed: the scales of times, and how clicks count."""
        super().prepare(trace)
        delays = [distribution.success for distribution in self.distribution]
        self.scales = np.array(
            [0.5 / np.arcsinh(0.5 / distribution.mean) for distribution in delays]
        )
        self.function = "play_in_batches"
        known = self.task.parameters["model"]["model"] == "known"
        ages = np.arange(self.horizon)
        self.table = (
            np.array([distribution.cdf(ages) for distribution in delays]) if known else None
        )

    def delays(self, seed: int) -> np.ndarray:
        """Draw exponential times of mean 1, which an arm scales to delays."""
        times = np.empty(self.horizon)
        uniforms = self.streams.open("delays", seed).random(self.horizon)
        self.call("exponential_times", self.horizon, uniforms, times)
        return times

    def parameters(self, draws: Draws) -> tuple[Any, ...]:
        """Return scales, F(age) by arm or None, whether arms are drawn, key, rounds of batches."""
        key, given = int(draws.randomness.key()), self.task.parameters
        batches = given.get("first", 600), given.get("every", 500)
        return self.scales, self.table, self.task.run.endswith(".dts"), key, *batches


class LinearProgram(Program):
    """OTFLinUCB with stored norms in C, on binary action sets."""

    def prepare(self, trace: dict[str, Any]) -> None:
        """Set what does not depend on the seed."""
        self.n_arms, self.dimension = trace["arms"], trace["dimension"]
        self.theta = np.full(self.dimension, 1 / np.sqrt(self.dimension))
        corners = (np.arange(1, 2**self.dimension)[:, None] >> np.arange(self.dimension)) & 1
        self.corners = corners / np.sqrt(corners.sum(axis=1, keepdims=True))

    def draw(self, seed: int) -> Draws:
        """Draw what is random in a seed."""
        uniforms = self.streams.open("arms", seed).random((self.horizon, self.n_arms))
        actions = np.empty((self.horizon, self.n_arms, self.dimension))
        size = uniforms.size, self.dimension
        corners = len(self.corners), self.corners
        self.call("corner_actions", *size, uniforms, *corners, actions)
        return super().draw(seed)._replace(actions=actions)

    def play(self, draws: Draws) -> np.ndarray:
        """Play all rounds; return the arms."""
        played = np.empty(self.horizon, np.int64)
        first = int(draws.randomness.uniforms(1)[0] * self.n_arms)
        parameters = self.task.parameters
        self.call(
            self.function,
            *draws.actions.shape,
            draws.actions,
            self.theta,
            draws.uniforms,
            draws.delays,
            first,
            *(parameters[name] for name in ("window", "confidence", "regularisation")),
            played,
        )
        return played

    def regret(self, draws: Draws, played: np.ndarray) -> np.ndarray:
        """Compute the cumulative regret of every round."""
        regret = np.empty(self.horizon)
        actions = draws.actions
        self.call("linear_regret", *actions.shape, actions, self.theta, played, regret)
        return regret


class Mixed(NamedTuple):
    """The arms played, and the expected losses."""

    arms: np.ndarray
    expected_losses: np.ndarray


class MixedProgram(Program):
    """Banker-TINF in C, on stochastically constrained losses."""

    def prepare(self, trace: dict[str, Any]) -> None:
        """Set what does not depend on the seed: the losses of the four states."""
        self.n_arms, self.gap = trace["arms"], trace["losses"]["gap"]
        distribution = LOSS_DISTRIBUTIONS[trace["losses"]["distribution"]](self.gap)
        _, self.losses, self.means = distribution.draw(np.zeros(1), self.n_arms)

    def draw(self, seed: int) -> Draws:
        """Draw what is random in a seed; the learner's uniforms are drawn to play."""
        uniforms = self.streams.open("losses", seed).random(self.horizon)
        states = np.empty(self.horizon, np.uint8)
        self.call("phase_states", self.horizon, uniforms, self.gap, states)
        randomness = LearnerRandomness(self.streams, seed)
        return Draws(uniforms, self.delays(seed), randomness, states=states)

    def play(self, draws: Draws) -> Mixed:
        """Play all rounds; return the arms and the expected losses."""
        record = Mixed(np.empty(self.horizon, np.uint16), np.empty(self.horizon, np.float32))
        random = draws.states, self.losses, self.means, draws.delays
        uniforms = draws.randomness.uniforms(self.horizon)
        self.call(self.function, self.horizon, self.n_arms, *random, uniforms, *record)
        return record

    def regret(self, draws: Draws, record: Mixed) -> np.ndarray:
        """Compute the cumulative regret of every round."""
        regret = np.empty(self.horizon, np.float32)
        random = draws.states, self.means, record.expected_losses
        self.call("mixed_regret", self.horizon, self.n_arms, *random, regret)
        return regret


def program(task: Specification, library: Library) -> Program:
    """Find the program of a task."""
    kinds = {"otflin": LinearProgram, "banker": MixedProgram, "delay_corrected": ClicksProgram}
    return kinds.get(task.module, Program)(task, library)

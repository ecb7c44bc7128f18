"""The driver of learners in plain Python: rounds played one after another, every answer checked."""

from collections.abc import Callable
from typing import Any

import numpy as np

from delayed_bandits.algorithms.learners.guard import LearnerError, fault, watched
from delayed_bandits.algorithms.learners.worlds import World
from delayed_bandits.checks.schema import is_integer
from delayed_bandits.traces.budgeted.view import SKIPPED


class Replay:
    """The replay of a learner in one replication of a world.

    Parameters
    ----------
    name : str
        Of the learner and the seed, the beginning of a message.
    world : World
    sums : bool
        Whether the learner observes the sum of the rewards that arrive at the end of a round.
    """

    def __init__(self, name: str, world: World, *, sums: bool) -> None:
        self._name, self._world, self._sums = name, world, sums
        self._played: list[int] = []
        self._left = world.problem.budget

    def play(self, make: Callable[[], Any], rounds: int) -> np.ndarray:
        """Make the learner and play the first `rounds` rounds; return the arms, shape (rounds,).

        Raises
        ------
        LearnerError
            For the first thing that the learner does wrong.
        """
        try:
            with watched(self._played):
                learner = make()
                self._rounds(learner, rounds)
        except (KeyboardInterrupt, LearnerError):
            raise
        except BaseException as error:
            raise self._fault(error) from None
        return np.array(self._played, np.int64)

    def _rounds(self, learner: Any, rounds: int) -> None:
        choose, observe, played = learner.choose, learner.observe, self._played
        outcome, action_set = self._world.outcome, self._world.action_set
        problem, sums, may_skip = self._world.problem, self._sums, self._world.may_skip
        horizon, n_arms, costs = problem.horizon, problem.n_arms, self._world.costs
        due: dict[int, Any] = {}  # by the round at whose end it arrives
        for t in range(rounds):
            arm = choose(t) if action_set is None else choose(t, action_set(t))
            # most answers pass these two lines; `_checked` looks at all others
            if type(arm) is np.int64:
                arm = int(arm)
            if type(arm) is not int or not 0 <= arm < n_arms:
                arm = self._checked(arm)
            if may_skip and arm != SKIPPED:
                self._pay(arm, costs[arm])
            played.append(arm)
            if arm != SKIPPED:
                delay, reward = outcome(t, arm)
                arrival = t + delay
                if sums:
                    due[arrival] = due.get(arrival, 0.0) + reward
                elif arrival < horizon:
                    due.setdefault(arrival, []).append((t, arm, reward))
            if sums:
                observe(due.pop(t, 0.0))
            else:
                for feedback in due.pop(t, ()):
                    observe(*feedback)

    def _fault(self, error: BaseException) -> LearnerError:
        """Describe an error that the learner raised, with its round and its method."""
        frames, t = error.__traceback__, None
        while frames and t is None:
            if frames.tb_frame.f_code is Replay._rounds.__code__:
                t = frames.tb_frame.f_locals.get("t")
            frames = frames.tb_next
        if t is None:
            return fault(f"{self._name}: the constructor", error, "a learner")
        if len(self._played) > t:
            return fault(f"{self._name}, round {t}: observe", error, "it to return")
        return fault(f"{self._name}, round {t}: choose", error, self._expected)

    @property
    def _expected(self) -> str:
        skip = ", or None to skip the round" if self._world.may_skip else ""
        return f"an arm, a whole number from 0 to {self._world.problem.n_arms - 1}{skip}"

    def _checked(self, choice: Any) -> int:
        """Check what `choose` returned; return the arm, or SKIPPED."""
        if choice is None and self._world.may_skip:
            return SKIPPED
        if not is_integer(choice) or not 0 <= choice < self._world.problem.n_arms:
            found = " ".join(repr(choice).split())
            found = found if len(found) <= 80 else f"{found[:77]}..."
            raise LearnerError(
                f"{self._name}, round {len(self._played)}: choose returned {found}; expected "
                f"{self._expected}"
            )
        return int(choice)

    def _pay(self, arm: int, cost: float) -> None:
        if self._left < cost:
            raise LearnerError(
                f"{self._name}, round {len(self._played)}: choose returned arm {arm}, which costs "
                f"{cost:g} where {self._left:g} is left of the budget; expected None, to skip the "
                "round"
            )
        self._left -= cost

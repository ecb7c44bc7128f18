"""A first learner of each view, in a file that runs."""

import keyword
from pathlib import Path
from typing import NamedTuple

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion


class ViewOfLearner(NamedTuple):
    """A view: the methods of its learners, a setting to try them on, and the body of a file."""

    methods: str
    setting: str
    body: str


GREEDY = '''
    def __init__(self, problem, rng, exploration: float = 0.1):
        self.rng, self.exploration = rng, exploration
        self.total, self.count = np.zeros(problem.n_arms), np.zeros(problem.n_arms)

    def choose(self, t):
        """Choose an arm for round t."""
        if self.rng.random() < self.exploration:
            return self.rng.integers(self.count.size)
        return np.argmax(self.total / np.maximum(1, self.count))
'''

IDENTIFIED = f'''{GREEDY}
    def observe(self, round, arm, reward):
        """Take a reward that arrives, with the round and the arm that it is of."""
        self.total[arm] += reward
        self.count[arm] += 1
'''

SUMS = '''
    def __init__(self, problem, rng, exploration: float = 0.1, block: int = 50):
        self.rng, self.exploration, self.block = rng, exploration, block
        self.total, self.count = np.zeros(problem.n_arms), np.zeros(problem.n_arms)
        self.arm = 0

    def choose(self, t):
        """Choose an arm for round t: the same for a block, so that most of a sum is of that arm."""
        if t % self.block == 0:
            self.arm = np.argmax(self.total / np.maximum(1, self.count))
            if self.rng.random() < self.exploration or t < self.block * self.count.size:
                self.arm = t // self.block % self.count.size
        return self.arm

    def observe(self, total):
        """Take the sum of the rewards that arrive at the end of the round."""
        self.total[self.arm] += total
        self.count[self.arm] += 1
'''

OPTIMISTIC = '''
    def __init__(self, problem, rng, regularisation: float = 1.0, width: float = 0.5):
        self.inverse = np.eye(problem.dimension) / regularisation
        self.vector, self.width = np.zeros(problem.dimension), width
        self.played = {{}}{account}

    def choose(self, t, action_set):
        """Choose a row of the action set, shape (arms, dimension), of round t{or_none}."""{skip}
        norms = np.sqrt(np.einsum("ai,ij,aj->a", action_set, self.inverse, action_set))
        arm = np.argmax(action_set @ self.inverse @ self.vector + self.width * norms){pay}
        self.played[t] = action = action_set[arm]
        image = self.inverse @ action
        self.inverse -= np.outer(image, image) / (1 + action @ image)
        return arm

    def observe(self, round, arm, reward):
        """Take a reward that arrives{which}."""
        self.vector += reward * self.played.pop(round)
'''

LINEAR = OPTIMISTIC.format(
    account="",
    or_none="",
    skip="",
    pay="",
    which="; where feedback is of conversions, the others never do",
)

BUDGETED = OPTIMISTIC.format(
    account="\n        self.budget, self.costs = problem.budget, problem.costs",
    or_none="; or None",
    skip="\n        if self.budget < self.costs.max():\n            return None  # skip the round",
    pay="\n        self.budget -= self.costs[arm]",
    which=", with the round and the arm that it is of",
)

VIEWS = {
    "identified": ViewOfLearner(
        "choose(t), observe(round, arm, reward): K arms", "pikeburke2018/poisson-50", IDENTIFIED
    ),
    "sums": ViewOfLearner(
        "choose(t), observe(total): K arms, sums of late rewards", "pikeburke2018/poisson-50", SUMS
    ),
    "linear": ViewOfLearner(
        "choose(t, action_set), observe(round, arm, reward): action sets, late conversions",
        "vernade2020/fig1a",
        LINEAR,
    ),
    "payoffs": ViewOfLearner(
        "choose(t, action_set), observe(round, arm, reward): payoffs that are delays",
        "zhang2025/losses-6-100",
        LINEAR,
    ),
    "budgeted": ViewOfLearner(
        "choose(t, action_set) or None, observe(round, arm, reward): contexts and a budget",
        "liu2024/fig1a",
        BUDGETED,
    ),
}


def write_learner(name: str, view: str, folder: Path) -> Path:
    """Write a learner of a view into a new file named after it; return the file."""
    if view not in VIEWS:
        raise InputError(f"--view: {view!r} is unknown; {suggestion(view, VIEWS)}")
    if not name.isidentifier() or keyword.iskeyword(name):
        raise InputError(f"{name!r} is no name of a class; expected one such as MyLearner")
    words = "".join(f"_{c.lower()}" if c.isupper() else c for c in name).strip("_")
    path = folder / f"{words}.py"
    text = (
        f'"""A learner: {VIEWS[view].methods}."""\n\nimport numpy as np\n\n\nclass {name}:\n'
        f'    """Replace this by what it plays."""\n{VIEWS[view].body}'
    )
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise InputError(f"{path}: exists; expected the name of a new learner") from error
    return path

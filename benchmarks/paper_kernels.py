"""Every algorithm of the papers on the first of its settings, at the paper's scale.

Algorithms that can play runs in step play 32; the others play one.
"""

from pathlib import Path

from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.experiments.specification import Specification
from tasks import Kernel
from timing import Parts, replicate, spread, table, take_turns

ROOT = Path(__file__).resolve().parents[1]


def specifications() -> dict[str, Specification]:
    """Return a run of each algorithm, by its module and function, without runs on Criteo data."""
    config = {**read_yaml(ROOT / "config.yaml"), "scale": "paper"}
    found: dict[str, Specification] = {}
    for paper in load_papers(config, ROOT / "workflow").values():
        for run in paper.runs.values():
            if not run.uses_criteo:
                found.setdefault(run.run, run)
    return found


def table_of_algorithms(repetitions: int) -> str:
    """Time a run of each algorithm; return the table."""
    runs = specifications()
    kernels = {name: Kernel(run) for name, run in runs.items()}

    def turn(name: str, repetition: int) -> Parts:
        count = kernels[name].in_step
        seeds = range(repetition * count, (repetition + 1) * count)
        return replicate(kernels[name], runs[name].horizon, seeds)

    times = take_turns(
        {name: lambda repetition, name=name: turn(name, repetition) for name in runs}, repetitions
    )
    rows = []
    for name, run in runs.items():
        columns = [spread(part) for part in zip(*times[name], strict=True)]
        whole = spread([parts.whole for parts in times[name]])
        rows.append([name, f"{run.paper}/{run.setting}", f"{run.horizon:,}", *columns, whole])
    head = ["algorithm", "setting", "T", "trace", "kernel", "regret", "all"]
    return table(head, rows, text_columns=2)

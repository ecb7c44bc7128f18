"""The sweep: all runs of a config, in run groups named after their inputs."""

import functools
import itertools
import logging
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments import delay_sources, results
from delayed_bandits.experiments.blocks import Block
from delayed_bandits.experiments.experiment import Paper, check_runs, load_papers
from delayed_bandits.experiments.specification import short_digest
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.sources import PACKAGE, digest_of_sources, place
from delayed_bandits.files.tables import PART_ROWS

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class RunGroup:
    """The runs of a paper that one job makes, in one folder."""

    paper: str
    blocks: Sequence[Block]
    observed: Mapping[str, str]  # the provenance of the observed delays of these runs

    @functools.cached_property
    def name(self) -> str:
        """The folder's name: the first setting, and a digest of the inputs of all runs."""
        first = self.blocks[0].specification.setting
        return f"{first}-{short_digest([self.runs, dict(self.observed)])[:12]}"

    @functools.cached_property
    def runs(self) -> list[dict[str, Any]]:
        """For each run file: specification, seeds as "first-last", digest of the sources."""
        return [
            {
                "specification": block.specification.contents,
                "seeds": block.name,
                "sources": digest_of_sources(block.specification.module),
            }
            for block in self.blocks
        ]

    @functools.cached_property
    def settings(self) -> set[str]:
        """The names of the settings."""
        return {block.specification.setting for block in self.blocks}

    @property
    def lacks_log(self) -> str:
        """An error message if a setting needs a log's delays but there is no log, or ""."""
        runs = (block.specification for block in self.blocks)
        setting = next((run.setting for run in runs if run.uses_log), "")
        if not setting or "log" in self.observed:
            return ""
        where = f"{self.paper}.yaml: settings.{setting}.trace"
        needed = "delay distribution 'log': no log was given. Give one: log: FILE in config.yaml"
        return f"{where}: {needed}"

    @property
    def minutes(self) -> int:
        """The time limit of the job in minutes: five times the estimate, plus five."""
        return 5 + math.ceil(5 * sum(block.seconds for block in self.blocks) / 60)

    @property
    def megabytes(self) -> int:
        """The memory of the job in MB, for its largest set of runs on the same traces."""
        most = 0
        groups = itertools.groupby(self.blocks, lambda one: (one.specification.trace, one.seeds))
        for (trace, seeds), group in groups:
            runs = [block.specification for block in group]
            rows = min(PART_ROWS, len(seeds) * min(runs[0].checkpoints, runs[0].horizon))
            action_set = trace.get("arms", 0) * trace.get("dimension", 0)
            # at most 25 numbers a round; two copies of a row group of a dozen columns
            most = max(most, runs[0].horizon * (25 + action_set) + len(runs) * rows * 24)
        # Python 190, runs in step 140 and, on a cluster, two Snakemakes of 340 each
        return 1150 + 8 * most // 10**6


def groups_of(papers: Iterable[Paper], observed: Mapping[str, str]) -> dict[str, RunGroup]:
    """Return the papers' run groups by name. `observed` is the provenance of delays."""
    found = []
    for paper in papers:
        for blocks in paper.groups:
            runs = [block.specification for block in blocks]
            used = {
                kind: words
                for kind, words in observed.items()
                if any(getattr(run, f"uses_{kind}") for run in runs)
            }
            found.append(RunGroup(paper.name, blocks, used))
    return {group.name: group for group in found}


@dataclass(frozen=True)
class Sweep:
    """All that a config describes: papers, their run groups, and the files to make."""

    config: Mapping[str, Any]
    papers: Mapping[str, Paper]
    layout: Layout
    observed: Mapping[str, str]  # the provenance of observed delays
    groups: Mapping[str, RunGroup]  # by name

    def checked_group(self, name: str) -> RunGroup:
        """Return a run group, checked unless its folder exists, or raise an InputError."""
        group = self.groups[name]
        if group.lacks_log:
            raise InputError(group.lacks_log)
        if not Path(self.layout.run_group(group.paper, name)).exists():
            for setting in sorted(group.settings):
                check_runs(self.papers[group.paper], setting, self.config)
        return group

    def folders(self, paper: str, settings: Collection[str] | None = None) -> list[str]:
        """Return the folders with a paper's runs on some settings, by default on all."""
        return [
            self.layout.run_group(paper, name)
            for name, group in self.groups.items()
            if group.paper == paper
            and (settings is None or not group.settings.isdisjoint(settings))
        ]

    def figure(self, paper: str, name: str) -> dict[str, Any]:
        """Return the function of a figure, and the settings or the table that it shows."""
        about = self.papers[paper].description["figures"][name]
        return {key: about.get(key) for key in ("draw", "settings", "table", "kernels")}

    def products_of(self, paper: str) -> list[str]:
        """Return the paths of the files made from the runs of a paper."""
        return self.layout.products(paper, self.papers[paper].description)

    @property
    def products_of_delays(self) -> list[str]:
        """Return the paths of the files made from observed delays, except run files."""
        return self.layout.products_of_delays(log="log" in self.observed)

    def products(self) -> list[str]:
        """Return the paths of all files that the workflow makes, except run files."""
        papers = {name: paper.description for name, paper in self.papers.items()}
        return self.layout.everything(papers, log="log" in self.observed)

    @property
    def templates(self) -> list[str]:
        """The files with templates and texts of the page."""
        files = sorted((PACKAGE / "report").glob("*.[!p]*"))
        return [place(path) for path in files]

    @functools.cached_property
    def made_with(self) -> dict[str, Any]:
        """The provenance of the results (`results.made_with`)."""
        return results.made_with(self.config, self.observed, self.groups)


def load_sweep(given: Mapping[str, Any], project: Path) -> Sweep:
    """Return the sweep of a config, completed by the project's config.yaml.

    `Sweep.checked_group` checks the runs. Snakemake remakes results of another config. If
    .snakemake/metadata is empty, it cannot tell which those are, and an InputError refuses them.
    """
    config = {**read_yaml(project / "config.yaml"), **given}
    papers = load_papers(config, project / "workflow", check=False)
    for name in set(config["papers"]) - set(papers):
        remedy = "Set criteo to download or a path, and remove log."
        logger.warning("%s: left out, as it needs the Criteo file. %s", name, remedy)
    layout, observed = Layout.at(config["scale"]), delay_sources.observed(config, project)
    sweep = Sweep(config, papers, layout, observed, groups_of(papers.values(), observed))
    if not any(Path(".snakemake/metadata").glob("*")):
        results.check_made_with(Path(layout.results), sweep.made_with)
    return sweep

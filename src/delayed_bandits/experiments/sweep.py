"""The sweep: every run of a config, in batches that are named by what they are made of."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from delayed_bandits.experiments import resources
from delayed_bandits.experiments.blocks import Block
from delayed_bandits.experiments.experiment import Paper
from delayed_bandits.experiments.specification import short_digest
from delayed_bandits.files.sources import digest_of_sources


@dataclass(frozen=True)
class Batch:
    """Runs of a paper that one job makes, in one folder."""

    paper: str
    blocks: Sequence[Block]
    observed: Mapping[str, str]  # what the observed delays that they use are made of

    @property
    def name(self) -> str:
        """Name the folder: the first setting, and a digest of all that the runs are made of."""
        first = self.blocks[0].specification.setting
        return f"{first}-{short_digest([self.runs, dict(self.observed)])[:12]}"

    @property
    def runs(self) -> list[dict[str, Any]]:
        """Describe the run files: specification, seeds as "first-last", digest of sources."""
        return [
            {
                "specification": dataclasses.asdict(block.specification),
                "seeds": block.name,
                "sources": digest_of_sources(block.specification.module),
            }
            for block in self.blocks
        ]

    @property
    def settings(self) -> set[str]:
        """Name the settings."""
        return {block.specification.setting for block in self.blocks}

    @property
    def megabytes(self) -> int:
        """Compute the memory that the job may take."""
        return resources.job_megabytes(self.blocks)

    @property
    def minutes(self) -> int:
        """Compute the minutes that the job may take."""
        return resources.job_minutes(self.blocks)


def batches_of(papers: Iterable[Paper], observed: Mapping[str, str]) -> dict[str, Batch]:
    """List the batches of papers by their names; `observed` is that of `delay_sources`."""
    found = {}
    for paper in papers:
        for blocks in paper.batches:
            runs = [block.specification for block in blocks]
            uses = {
                "criteo": any(run.uses_criteo for run in runs),
                "log": any(run.uses_log for run in runs),
            }
            used = {kind: words for kind, words in observed.items() if uses[kind]}
            batch = Batch(paper.name, blocks, used)
            found[batch.name] = batch
    return found

"""What the page shows of a paper, checked against its runs, and these against the plan."""

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from delayed_bandits.experiments.experiment import Paper
from delayed_bandits.experiments.plan import check_same, with_origins
from delayed_bandits.experiments.plan_files import expected_of
from delayed_bandits.experiments.records import checked_record, digest_of_result, digests_of
from delayed_bandits.files.layout import Layout, Step, key_of_run
from delayed_bandits.files.tables import read_footer

Versions = dict[str, dict[str, None]]  # versions of a library, the commit or Python, each once


def check_current(
    paper: Paper, config: Mapping[str, Any], layout: Layout, versions: Versions
) -> None:
    """Check that a paper's runs are as configured, and all else as it was made, of these runs.

    What the run files were made with is added to `versions`.
    """
    results = Path(layout.results)
    expected = with_origins(results, expected_of(config, paper))
    runs = expected.files(Path(layout.runs(paper.name)))
    for path in runs:
        footer = read_footer(path)
        expected.check(path, footer)
        for name, version in (footer.get("provenance") or {}).items():
            versions.setdefault(name, {})[str(version)] = None
    digest = functools.cache(digest_of_result)
    for step in layout.steps_of_paper(paper.name, paper.description):
        found = checked_record(step)["of"]
        wanted = digests_of(shown_by_step(step, paper, layout, runs), results, digest)
        given = (
            {f"digest of {name}": digest for name, digest in digests.items()}
            for digests in (found, wanted)
        )
        check_same(Path(step.files[0]), *given, step.rule)


def shown_by_step(step: Step, paper: Paper, layout: Layout, runs: list[Path]) -> list[Path]:
    """List the files that a step of a paper should have read, settings in their order there."""
    entries = paper.description.get(f"{step.rule}s", {})  # figures, or tables
    about = entries.get(Path(step.files[0]).stem, {})
    if "table" in about:
        return [Path(layout.table(paper.name, about["table"], "parquet"))]
    if step.rule == "figure" and not about.get("settings"):
        return [Path(layout.delays)]
    settings = about.get("settings", paper.seeds)
    shown = [path for name in settings for path in runs if key_of_run(path)[0] == name]
    return [*shown, Path(layout.delays)] if step.rule == "claims" else shown

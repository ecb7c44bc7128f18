"""The provenance of a folder of results, and the runs in it."""

import itertools
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.digests import read_json
from delayed_bandits.files.layout import Layout, key_of_run, seeds_in
from delayed_bandits.files.provenance import commit
from delayed_bandits.files.sources import PACKAGE, PROJECT, place, source_digest
from delayed_bandits.files.tables import write_text

if TYPE_CHECKING:
    import pandas as pd

SOURCES = (".py", ".jinja", ".css", ".js", ".yaml", ".csv")
NO_RESULTS = {"cli", "comparison"}  # folders of the package on which no result depends


def made_with(
    config: Mapping[str, Any], observed: Mapping[str, str], groups: Mapping[str, Any]
) -> dict[str, Any]:
    """Return all that results depend on: config, delays, sources and run groups."""
    papers = (f"papers/{paper}.yaml" for paper in config["papers"])
    texts = (*papers, "glossary.yaml", "former_criteria.csv", "scripts/*.py")
    files = sorted(set(PACKAGE.rglob("*.*")) - set((PACKAGE / "project").rglob("*.*")))
    files += [path for text in texts for path in sorted((PROJECT / "workflow").glob(text))]
    names = {place(path): path for path in files}
    runs: dict[str, list[str]] = {}
    for name, group in groups.items():
        runs.setdefault(group.paper, []).append(name)
    return {
        "config": dict(config),
        "observed": dict(observed),
        "sources": {
            name: source_digest([path])
            for name, path in names.items()
            if path.suffix in SOURCES and not NO_RESULTS.intersection(name.split("/"))
        },
        "runs": runs,
    }


def write_made_with(path: Path, described: Mapping[str, Any]) -> None:
    """Write the result of `made_with`, and the commit, to a JSON file."""
    document = {"commit": commit(), **described}
    write_text(path, json.dumps(document, indent=1, ensure_ascii=False) + "\n")


def read_made_with(results: Path) -> dict[str, Any]:
    """Return what `write_made_with` wrote into a folder of results."""
    path = Path(Layout(str(results)).provenance)
    try:
        document = dict(read_json(path))
        dict(document["runs"]), dict(document["config"]), dict(document["sources"])
    except (OSError, ValueError, LookupError, TypeError) as error:
        fault = f"not a folder of results (no readable {path.name})"
        remedy = "Name one that Snakemake made, such as results/"
        remedy += ". A workflow that loads this one as a module calls its onstart(); see running.md"
        raise InputError(f"{results}: {fault}. {remedy}.") from error
    return document


def check_made_with(results: Path, described: Mapping[str, Any]) -> None:
    """Raise an InputError if the results in a folder were made from other inputs."""
    if not Path(Layout(str(results)).provenance).exists():
        return
    found = read_made_with(results)
    if other := difference({key: found.get(key) for key in described}, described):
        fault = "made with {} {}, now {}, and .snakemake is missing".format(*other)
        remedy = "Type make clean, which keeps most runs, and run the same command again."
        raise InputError(f"{results}: {fault}. {remedy}")


def difference(found: Any, expected: Any, name: str = "") -> tuple[str, Any, Any] | None:
    """Return (dotted key, found, expected) for the first key that differs, or None."""
    if not isinstance(found, Mapping) or not isinstance(expected, Mapping):
        return None if found == expected else (name, found, expected)
    for key in {**expected, **found}:
        values = found.get(key, "missing"), expected.get(key, "missing")
        if different := difference(*values, f"{name}.{key}" if name else str(key)):
            return different
    return None


def files_in(
    folders: Iterable[str | Path], settings: Iterable[str], algorithms: Iterable[str]
) -> list[Path]:
    """Return the run files in folders, ordered by setting, algorithm and seed."""
    found: dict[tuple[str, str], list[Path]] = {}
    for folder in folders:
        for path in Path(folder).glob("*/*/*.parquet"):
            found.setdefault(key_of_run(path), []).append(path)
    return [
        path
        for key in itertools.product(settings, algorithms)
        for path in sorted(found.get(key, ()), key=lambda path: seeds_in(path.stem)[0])
    ]


def runs(
    paper: str,
    setting: str | None = None,
    algorithm: str | None = None,
    results: str | Path = "results",
) -> "pd.DataFrame":
    """Return the curves of a paper's runs, with the config that Snakemake ran last.

    Parameters
    ----------
    paper : str
        The name of the paper's YAML file, such as "vernade2020".
    setting, algorithm : str, optional
        Names in this file; default: all.
    results : str or Path
        The folder of results at a scale, such as "results/quick".

    Returns
    -------
    DataFrame
        Columns setting, algorithm, seed, round, regret, and columns of the environment.
    """
    import pandas as pd

    made = read_made_with(Path(results))["runs"]
    if paper not in made:
        raise InputError(f"{results}: no runs of {paper!r}. Choose one of: {', '.join(made)}")
    parts = []
    for name in made[paper]:
        folder = Path(Layout(str(results)).run_group(paper, name))
        if not folder.exists():
            raise InputError(f"{folder}: missing. Run snakemake --cores 1 -- {folder}")
        for path in sorted(folder.glob(f"{setting or '*'}/{algorithm or '*'}/*.parquet")):
            frame = pd.read_parquet(path)
            frame.insert(0, "algorithm", key_of_run(path)[1])
            frame.insert(0, "setting", key_of_run(path)[0])
            parts.append(frame)
    if not parts:
        fault = f"no run of {algorithm or 'any algorithm'} on {setting or 'any setting'}"
        raise InputError(f"{results}: {paper} has {fault}. See workflow/papers/{paper}.yaml.")
    return pd.concat(parts, ignore_index=True)

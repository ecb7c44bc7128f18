"""The observed delays of a config: those of Criteo, and those of a log."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.digests import digest_of, digest_once
from delayed_bandits.files.layout import Layout

DOWNLOADS = ("download", "huggingface")
CRITEO_SOURCES = ("bundled", *DOWNLOADS)

CRITEO = "criteo"  # as the file of a log: the Criteo file of the config
CAMPAIGN = "campaign"  # as the arms of a log: the campaigns of a Criteo file
READING = ("unit", "columns", "dates", "never", "converted_is", "tolerance", "until")  # of others
CAMPAIGNS = "campaigns"  # the experiment on the delays of Criteo's campaigns, in workflow/papers/


def log_options(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the config's options for the log, with defaults, or {} without a log.

    With the paper `CAMPAIGNS` the default is the Criteo file by campaign, if the config has it.
    """
    given = config.get("log")
    if not given and CAMPAIGNS in config["papers"] and config["criteo"] != "bundled":
        given = {"file": CRITEO, "arms": CAMPAIGN}
    if not given:
        return {}
    entries = {"file": given} if isinstance(given, str) else given
    absent = dict.fromkeys(("arms", "largest", *READING))
    typed = {key: str(entries[key]) for key in ("converted_is", "until") if key in entries}
    if "never" in entries:
        values = list(map(str, values_of(entries["never"])))
        typed["never"] = values if len(values) > 1 else values[0]
    return absent | {"columns": {}, "dates": []} | entries | typed


def source_in(config: Mapping[str, Any]) -> str:
    """Return the source of the Criteo delays: one of `CRITEO_SOURCES`, or "local"."""
    return config["criteo"] if config["criteo"] in CRITEO_SOURCES else "local"


def provenance_of(source: str, reading: str, sha256: str = "") -> str:
    """Return the provenance of delays as text, with their `sha256` if given."""
    return f"{source}, {reading}, " + (f"sha256 {sha256}" if sha256 else "")


def values_of(given: Any) -> list[Any]:
    """Return an option's values as a list, given one value, several or none."""
    several = isinstance(given, Sequence) and not isinstance(given, str)
    return list(given) if several else [] if given is None else [given]


def reading_of(
    unit: str | None = None,
    columns: Mapping[str, str] | None = None,
    dates: Sequence[str] = (),
    never: str | Sequence[str] | None = None,
    converted_is: str | None = None,
    tolerance: str | None = None,
    until: str | None = None,
) -> str:
    """Return how the columns of a log are read, as text for the footer of the delays."""
    renamed = sorted((columns or {}).items())
    words = [f"numbers in {unit or 'seconds'}", *(f"{n} is {c or 'none'}" for n, c in renamed)]
    words += [f"dates as {form}" for form in dates]
    words += [f"{value} is no conversion" for value in values_of(never)]
    words += [] if converted_is is None else [f"{converted_is} is a conversion"]
    words += [] if tolerance is None else [f"conversions up to {tolerance} early"]
    words += [] if until is None else [f"until {until}"]
    return ", ".join(words)


def criteo_file(config: Mapping[str, Any], project: Path) -> str:
    """Return the path of the Criteo file or of the project's bundled quantiles."""
    return {
        "bundled": os.path.relpath(project / "data/criteo_delay_quantiles.csv"),
        "download": "data/raw/criteo_attribution_dataset.zip",
        "huggingface": "data/raw/criteo_attribution_dataset.tsv.gz",
    }.get(config["criteo"], config["criteo"])


def observed(config: Mapping[str, Any], project: Path) -> dict[str, str]:
    """Return the provenance of observed delays, by source: "criteo", and maybe "log"."""
    file, source = criteo_file(config, project), source_in(config)
    criteo = "" if source in DOWNLOADS else digest_once(Path(file))  # a download has a fixed one
    found = {"criteo": provenance_of(source, f"attribution {config['attribution']}", criteo)}
    if log := log_options(config):
        read = {key: value for key, value in log.items() if key != "file" and value}
        digest = criteo if log["file"] == CRITEO else digest_of(Path(log["file"]))
        found["log"] = provenance_of("log", json.dumps(read), digest)
    return found


def check_reading(arms: str | None, largest: int | None, where: str = "", **reading: Any) -> None:
    """Raise InputError for `largest` without `arms`, or another option with `arms`."""
    if arms is None and largest is not None:
        raise InputError(f"{where}largest is {largest}. Give arms: {CAMPAIGN}, too.")
    for name, value in reading.items() if arms else ():
        if value not in (None, {}, [], (), "seconds"):
            fault = f"not allowed with arms: {CAMPAIGN}. Remove one of the two."
            raise InputError(f"{where}{name}: {fault}")


def papers_with_delays(config: Mapping[str, Any]) -> list[str]:
    """Return the config's papers, with `CAMPAIGNS` only if the log is by campaign."""
    papers = list(config["papers"])
    if CAMPAIGNS in papers and log_options(config).get("arms") != CAMPAIGN:
        papers.remove(CAMPAIGNS)
        if not papers:
            fault = f"{CAMPAIGNS} needs the Criteo file and no other log"
            raise InputError(f"config.yaml, papers: {fault}. Set criteo to download or a path.")
    return papers


def check_delays(config: Mapping[str, Any]) -> None:
    """Raise an InputError if the Criteo file or the log is missing or does not fit."""
    criteo, log = config["criteo"], log_options(config)
    file, where = log.get("file", ""), "config.yaml, "
    made = Layout.at(config["scale"]).products_of_delays(log=True)
    outputs = {os.path.realpath(path) for path in made}
    for key, path in {"criteo": criteo, "log": file}.items():
        if not set("{}\n").isdisjoint(path):
            fault = "has braces or a line break, which Snakemake takes for wildcards"
            raise InputError(f"{where}{key}: {path!r} {fault}. Rename the file.")
        if os.path.realpath(path) in outputs:
            fault = "would be overwritten by the run. Move the file elsewhere."
            raise InputError(f"{where}{key}: {path!r} {fault}")
    if log:
        reading = {key: value for key, value in log.items() if key != "file"}
        check_reading(**reading, where=f"{where}log: ")
    if criteo not in CRITEO_SOURCES and not _is_there(criteo, "*.parquet"):
        remedy = f"Give a path, or one of: {', '.join(CRITEO_SOURCES)}."
        raise InputError(f"{where}criteo: {criteo!r} is no file. {remedy}")
    if file == CRITEO and (criteo == "bundled" or not log["arms"]):
        fault = f"{CRITEO} needs arms: {CAMPAIGN}, and the Criteo file as criteo"
        raise InputError(f"{where}log.file: {fault}.")
    if log and file != CRITEO and not _is_there(file, "**/*"):
        raise InputError(f"{where}log: {file!r} is no file. Give its path.")
    if criteo == "bundled" and config["attribution"] != "all":
        fault = "needs the Criteo file. Give all."
        raise InputError(f"{where}attribution: {config['attribution']!r} {fault}")


def _is_there(path: str, parts: str) -> bool:
    try:
        return Path(path).is_file() or any(Path(path).glob(parts))
    except (OSError, ValueError):  # such as a name that is too long
        return False

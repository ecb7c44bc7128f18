"""What results should have been made of, by the present configuration, held against footers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.blocks import run_files
from delayed_bandits.experiments.delay_tables import origin_of_delays, origin_of_log
from delayed_bandits.experiments.specification import Specification, short_digest
from delayed_bandits.files.layout import Layout, key_of_run
from delayed_bandits.files.tables import check_footer, read_footer


@dataclass(frozen=True)
class Expected:
    """What the runs of a paper should be.

    Attributes
    ----------
    paper, scale, master_seed
        As configured.
    criteo : str
        What the origin of the Criteo delays starts with; "" if none are used.
    log : str
        The same of the delays of a log.
    runs : mapping
        By "setting/algorithm": number of seeds, seeds of a file, digest of the specification and
        that of the sources.
    planned : callable, optional
        Gives the specification of a run, by setting and algorithm, for the words of a refusal;
        None if it is not known. The command of a step has no room for the specifications.
    """

    paper: str
    scale: str
    master_seed: int
    criteo: str
    runs: Mapping[str, Sequence[Any]]
    log: str = ""
    planned: "Callable[[Expected, str, str], Mapping[str, Any] | None] | None" = None

    def files(self, folder: Path) -> list[Path]:
        """List the run files in the folder of the paper's runs."""
        return run_files(folder, self.runs)

    def check(self, path: Path, footer: Mapping[str, Any]) -> None:
        """Check that a run file is of the run of its name, as it is configured.

        Raises
        ------
        InputError
            Naming file, key, both values and what to type.
        """
        setting, algorithm = key_of_run(path)
        text = str | None
        check_footer(path, footer, specification=dict, criteo=text, log=text)
        _, _, digest, sources = self.runs[f"{setting}/{algorithm}"]
        found = footer["specification"]
        names = {"paper": self.paper, "setting": setting, "algorithm": algorithm}
        for key, value in (names | {"master_seed": self.master_seed}).items():
            if found.get(key) != value:
                raise refusal(path, key, found.get(key), value, "batch")
        if short_digest(found) != digest:
            planned = self.planned(self, setting, algorithm) if self.planned else None
            unknown = "digest of the specification", short_digest(found), digest
            known = planned is not None and short_digest(planned) == digest
            key, *values = first_difference(found, planned) if known else unknown
            raise refusal(path, key, *values, "batch")
        seeds = list(map(int, path.stem.split("-")))
        for key, value in {"digest": digest, "seeds": seeds, "sources": sources}.items():
            if footer.get(key) != value:
                raise refusal(path, key, footer.get(key), value, "batch")
        origin = footer.get("criteo") or ""
        run = Specification(**found)
        if run.uses_criteo and not origin.startswith(self.criteo):
            raise refusal(path, "criteo", origin, self.criteo, "batch")
        origin = footer.get("log") or ""
        if not origin.startswith(self.log if run.uses_log else ""):
            raise refusal(path, "log", origin, self.log, "batch")


def expected_in(results: Path, given: Mapping[str, Any]) -> Expected:
    """Give what is expected of runs in a folder of results, with the origins of its delays.

    Raises
    ------
    InputError
        If the delays are needed and are not those of the configuration.
    """
    expected, layout = Expected(**given), Layout(str(results), "")
    if expected.criteo:
        expected = replace(expected, criteo=checked_origin(Path(layout.delays), expected.criteo))
    if expected.log:
        table = Path(layout.log_delays)
        origin = origin_of_log(table, read_footer(table))
        if not origin.startswith(expected.log):
            raise _other_origin(table, origin, expected.log, "log_delays")
        expected = replace(expected, log=origin)
    return expected


def checked_origin(table: Path, start: str) -> str:
    """Give the origin of a table of Criteo delays.

    Raises
    ------
    InputError
        If it does not start as configured.
    """
    origin = origin_of_delays(table, read_footer(table))
    if not origin.startswith(start):
        raise _other_origin(table, origin, start, "delays")
    return origin


def _other_origin(table: Path, found: str, start: str, rule: str) -> InputError:
    return refusal(table, "its origin", found, start.removesuffix(", "), rule)


def refusal(path: str | Path, key: str, found: Any, wanted: Any, rule: str) -> InputError:
    """Make the error of a result that is not of the present configuration."""
    return InputError(
        f"{path}: {key} is {found}; expected {wanted}, as configured now; run snakemake --cores 1 "
        f"--forcerun {rule}, with the --config that you want"
    )


def first_difference(found: Any, expected: Any, name: str = "") -> tuple[str, Any, Any] | None:
    """Find the first key in which nested mappings or lists differ, and both values."""
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        found, expected = (dict(enumerate(items)) for items in (found, expected))
    if not isinstance(found, Mapping) or not isinstance(expected, Mapping):
        return None if found == expected else (name, found, expected)
    for key in {**expected, **found}:
        where = f"{name}.{key}" if name else str(key)
        difference = first_difference(
            found.get(key, "missing"), expected.get(key, "missing"), where
        )
        if difference:
            return difference
    return None

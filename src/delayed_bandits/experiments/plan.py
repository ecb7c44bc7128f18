"""Plans of runs: what each run file should be made of, and checks of footers against it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.blocks import blocks
from delayed_bandits.experiments.delay_tables import ObservedDelays, origin_of_delays, origin_of_log
from delayed_bandits.experiments.specification import Specification, short_digest
from delayed_bandits.files.digests import read_json
from delayed_bandits.files.layout import Layout, key_of_run, seeds_in
from delayed_bandits.files.tables import check_footer, read_footer

AGAIN = "run snakemake --cores 1, with the --config that you want"


@dataclass(frozen=True)
class PlannedRuns:
    """What runs of a paper should be.

    `criteo` and `log` are what the origin of such delays starts with, "" if none of the runs uses
    them. `runs` has, by "setting/algorithm", `specification`, number of `seeds`, `size`, the seeds
    of a file, and the digest of the `sources`.
    """

    criteo: str
    log: str
    runs: Mapping[str, Mapping[str, Any]]

    @property
    def digest(self) -> str:
        """Compute a short SHA-256 of all that is expected."""
        return short_digest([self.criteo, self.log, self.runs])

    def files(self, folder: Path) -> list[Path]:
        """List the run files in the folder of the paper's runs."""
        return [
            folder / key / f"{name}.parquet"
            for key, run in self.runs.items()
            for name in blocks(run["seeds"], run["size"])
        ]

    @property
    def learners(self) -> set[str]:
        """List the files of users that have algorithms of the runs."""
        modules = {Specification(**run["specification"]).module for run in self.runs.values()}
        return {module for module in modules if module.endswith(".py")}

    def specification(self, path: Path) -> Specification:
        """Give the specification of a run file."""
        return Specification(**self.runs["/".join(key_of_run(path))]["specification"])

    def made_of(self, path: Path) -> dict[str, Any]:
        """List what a run file should be made of, as its footer has it."""
        sources = self.runs["/".join(key_of_run(path))]["sources"]
        given = seeds_in(path.stem), sources, self.criteo, self.log
        return self.specification(path).made_of(*given)

    def check(self, path: Path, footer: Mapping[str, Any]) -> None:
        """Check that a run file is of the run of its name, as it is configured."""
        origin = str | None
        check_footer(
            *(path, footer), specification=dict, criteo=origin, log=origin, provenance=dict | None
        )
        if found := _difference_of_run(footer, self.made_of(path)):
            raise InputError(f"{_other(path, *found)}; delete {path.parents[2]} and {AGAIN}")


def is_current(path: Path, made_of: Mapping[str, Any]) -> bool:
    """Tell whether a run file is there, whole, and made of what it should be."""
    try:
        return _difference_of_run(read_footer(path), made_of) is None
    except InputError:
        return False


def _difference_of_run(footer: Mapping[str, Any], made_of: Mapping[str, Any]) -> Any:
    found = difference({key: footer.get(key) for key in made_of}, made_of)
    return found and (found[0].removeprefix("specification."), *found[1:])


def difference(found: Any, expected: Any, name: str = "") -> tuple[str, Any, Any] | None:
    """Find the first key in which nested mappings, or lists of them, differ, and both values."""
    if _is_nested(found) and _is_nested(expected) and len(found) == len(expected):
        found, expected = (dict(enumerate(items)) for items in (found, expected))
    if not isinstance(found, Mapping) or not isinstance(expected, Mapping):
        return None if found == expected else (name, found, expected)
    for key in {**expected, **found}:
        values = found.get(key, "missing"), expected.get(key, "missing")
        if different := difference(*values, f"{name}.{key}" if name else str(key)):
            return different
    return None


def _is_nested(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(entry, list | Mapping) for entry in value)


def merged(plans: Iterable[Mapping[str, Any]]) -> PlannedRuns:
    """Join the plans of settings."""
    plans = list(plans)
    criteo, log = (max((plan[key] for plan in plans), default="") for key in ("criteo", "log"))
    return PlannedRuns(
        criteo, log, {key: run for plan in plans for key, run in plan["runs"].items()}
    )


def read_plans(paths: Sequence[Path]) -> PlannedRuns:
    """Read plan files of settings, as `read_plan` does."""
    return merged(map(read_plan, paths))


def read_plan(path: Path) -> Any:
    """Read what a plan file says; raise an InputError if it is damaged."""
    try:
        return read_json(path)["plan"]
    except (InputError, OSError, ValueError, LookupError, TypeError) as error:
        raise InputError(f"{path}: found no plan; delete it and {AGAIN}") from error


def with_origins(
    results: Path, expected: PlannedRuns, delays: ObservedDelays | None = None
) -> PlannedRuns:
    """Give what is expected of runs in a folder of results, with the whole origins of delays.

    They are those of `delays`, if these were read.
    """
    layout = Layout(str(results), "")
    if expected.criteo:
        table = Path(layout.delays)
        origin = delays.origin if delays else origin_of_delays(table, read_footer(table))
        expected = replace(expected, criteo=_checked(table, origin, expected.criteo, "delays"))
    if expected.log:
        table = Path(layout.log_delays)
        origin = delays.log_origin if delays else origin_of_log(table, read_footer(table))
        expected = replace(expected, log=_checked(table, origin, expected.log, "log_delays"))
    return expected


def checked_origin(table: Path, start: str) -> str:
    """Give the origin of a table of Criteo delays, if it starts as configured."""
    return _checked(table, origin_of_delays(table, read_footer(table)), start, "delays")


def _checked(table: Path, origin: str, start: str, rule: str) -> str:
    if not origin.startswith(start):
        raise refusal(table, "its origin", origin, start.removesuffix(", "), rule)
    return origin


def check_same(
    path: Path, found: Mapping[str, Any], expected: Mapping[str, Any], rule: str
) -> None:
    """Check that what a result says of itself is as planned, else raise the error of `refusal`."""
    if different := difference(found, expected):
        raise refusal(path, *different, rule)


def refusal(path: str | Path, key: str, found: Any, wanted: Any, rule: str) -> InputError:
    """Make the error of a result that is not of the present configuration."""
    again = f"run snakemake --cores 1 --forcerun {rule}, with the --config that you want"
    return InputError(f"{_other(path, key, found, wanted)}; {again}")


def _other(path: str | Path, key: str, found: Any, wanted: Any) -> str:
    return f"{path}: {key} is {found}; expected {wanted}, as configured now"

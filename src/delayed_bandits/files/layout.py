"""The layout of results, for the rules and for what reads results."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

FINDINGS = ("delays.parquet", "index.html", "left_out.txt")
"""The files of what was found in a log."""

FORMATS = ("png", "svg", "pdf")  # those of a figure

SCALES = ("paper", "demo", "quick")


def results_of(scale: str) -> str:
    """Give the folder of the results at a scale."""
    return "results" if scale == "paper" else f"results/{scale}"


class Layout:
    """Paths of results; a rule gives wildcards such as "{paper}" as names."""

    def __init__(self, results: str, figures: str = "") -> None:
        self.results, self.figures = results, figures
        self.delays = f"{results}/criteo/delays.parquet"  # of Criteo
        self.fits = f"{results}/criteo/fits.csv"  # the delay distributions fitted to them
        self.log = f"{results}/log"  # the folder of what was found in a log
        self.log_findings = [f"{self.log}/{name}" for name in FINDINGS]
        self.log_delays, self.log_page, *_ = self.log_findings
        self.claims_table = f"{results}/claims.csv"  # the answers on all papers' claims
        self.evidence = f"{results}/evidence.csv"  # their rows
        self.report = f"{results}/report.html"
        self.provenance = f"{results}/provenance.json"  # what the last run was started with

    @classmethod
    def at(cls, scale: str) -> "Layout":
        """Return the layout of a project at a scale."""
        results = results_of(scale)
        return cls(results, "figures" if scale == "paper" else f"{results}/figures")

    @classmethod
    def of(cls, results: Path, scale: str) -> "Layout":
        """Return the layout of a folder of results at a scale, wherever it is."""
        return cls(str(results), str((results.parent if scale == "paper" else results) / "figures"))

    def job_group(self, paper: str, name: str) -> str:
        """Return the folder of the runs of a job group, with
        {setting}/{algorithm}/{seeds}.parquet.
        """
        return f"{self.results}/runs/{paper}/{name}"

    def regret(self, paper: str, kind: str) -> str:
        """Give a paper's regret table, or its final regrets as csv or tex."""
        return f"{self.results}/regret/{paper}.{kind}"

    def regret_files(self, paper: str) -> list[str]:
        """List a paper's regret table, and its final regrets."""
        return [self.regret(paper, kind) for kind in ("parquet", "csv", "tex")]

    def claims(self, paper: str, kind: str = "json") -> str:
        """Give a paper's judged claims, or their answers as csv or tex."""
        return f"{self.results}/claims/{paper}.{kind}"

    def rows(self, paper: str) -> str:
        """Give the measured rows of a paper's claims as CSV, which stand beside its figures."""
        return f"{self.figures}/{paper}/claims.csv"

    def figure(self, paper: str, name: str, kind: str) -> str:
        """Give a figure of a paper, or of the delays, in one format."""
        return f"{self.figures}/{paper}/{name}.{kind}"

    def figure_files(self, paper: str, name: str) -> list[str]:
        """List a figure in all formats."""
        return [self.figure(paper, name, kind) for kind in FORMATS]

    def tables(self, paper: str) -> str:
        """Return the folder of a paper's tables, each as csv and parquet, beside its figures."""
        return f"{self.figures}/{paper}/tables"

    def table(self, paper: str, name: str) -> str:
        """Return a table of a paper as Parquet."""
        return f"{self.tables(paper)}/{name}.parquet"

    def products(self, paper: str, description: Mapping[str, Any]) -> list[str]:
        """List what is made of a paper's runs, by its YAML file."""
        return [
            *self.regret_files(paper),
            *(self.claims(paper), self.rows(paper)),
            *([self.tables(paper)] if description.get("tables") else []),
            *(file for name in description["drawn"] for file in self.figure_files(paper, name)),
        ]

    def products_of_delays(self, *, log: bool) -> list[str]:
        """List what is made of the Criteo delays and, if there is one, of a log."""
        fits = [self.delays, self.fits, *self.figure_files("criteo", "fits")]
        return fits + (self.log_findings if log else [])

    def everything(self, papers: Mapping[str, Mapping[str, Any]], *, log: bool) -> list[str]:
        """List all that is made, but the runs, by the papers' YAML files."""
        of_papers = [
            file for paper, about in papers.items() for file in self.products(paper, about)
        ]
        claims = [self.claims(paper, kind) for paper in papers for kind in ("csv", "tex")]
        of_all = [self.report, self.claims_table, self.evidence, *claims]
        return [*of_papers, *self.products_of_delays(log=log), *of_all]


def run_path(setting: str, algorithm: str, block: str) -> str:
    """Return the file of a block of seeds of a run in the folder of its job group."""
    return f"{setting}/{algorithm}/{block}.parquet"


def key_of_run(path: Path) -> tuple[str, str]:
    """Read setting and algorithm of a run file off its folders."""
    return path.parent.parent.name, path.parent.name


def seeds_in(name: str) -> range:
    """Read the numbers of the runs off the name of a block, "first-last"."""
    first, last = map(int, name.split("-"))
    return range(first, last + 1)


def remedy(path: str | Path) -> str:
    """Say how a result that cannot be used is made again: a run with its job group."""
    path = Path(path)
    path = path.parents[2] if "runs" in path.parts[:-4] else path
    return f"Delete {path} and run the same command again."

"""The paths of results, for Snakemake's rules and for code that reads results."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

FINDINGS = ("delays.parquet", "index.html", "left_out.txt")
"""The files with the findings of a log."""

FORMATS = ("png", "svg", "pdf")  # those of a figure; PDF is drawn at the papers' scale alone

SCALES = ("paper", "demo", "quick")


def results_of(scale: str) -> str:
    """Return the folder of the results at a scale."""
    return "results" if scale == "paper" else f"results/{scale}"


class Layout:
    """The paths of results. In Snakemake's rules, names are wildcards like "{paper}"."""

    def __init__(self, results: str, figures: str = "", scale: str = "paper") -> None:
        self.results, self.figures = results, figures
        self.formats = FORMATS if scale == "paper" else FORMATS[:2]
        self.delays = f"{results}/criteo/delays.parquet"  # of Criteo
        self.fits = f"{results}/criteo/fits.csv"  # the delay distributions fitted to them
        self.fit_figures = self.figure_files("criteo", "fits")
        self.log = f"{results}/log"  # what was found in a log
        self.log_findings = [f"{self.log}/{name}" for name in FINDINGS]
        self.log_delays, self.log_page, *_ = self.log_findings
        self.claims_table = f"{results}/claims.csv"  # the verdicts on all papers' claims
        self.evidence = f"{results}/evidence.csv"  # their measurements
        self.report = f"{results}/report.html"
        self.provenance = f"{results}/provenance.json"  # configuration and sources of the last run

    @classmethod
    def at(cls, scale: str) -> "Layout":
        """Return the layout of a project at a scale."""
        results = results_of(scale)
        return cls(results, "figures" if scale == "paper" else f"{results}/figures", scale)

    @classmethod
    def of(cls, results: Path, scale: str) -> "Layout":
        """Return the layout of a folder of results outside a project, at a scale."""
        figures = (results.parent if scale == "paper" else results) / "figures"
        return cls(str(results), str(figures), scale)

    def run_group(self, paper: str, name: str) -> str:
        """Return a run group's folder, which has {setting}/{algorithm}/{seeds}.parquet."""
        return f"{self.results}/runs/{paper}/{name}"

    def regret(self, paper: str, kind: str) -> str:
        """Return the path of a paper's regrets (parquet) or final regrets (csv, tex)."""
        return f"{self.results}/regret/{paper}.{kind}"

    def regret_files(self, paper: str) -> list[str]:
        """Return the paths of a paper's three regret files (Parquet, CSV, LaTeX)."""
        return [self.regret(paper, kind) for kind in ("parquet", "csv", "tex")]

    def claims(self, paper: str, kind: str = "json") -> str:
        """Return the path of a paper's judged claims (json) or its verdicts (csv, tex)."""
        return f"{self.results}/claims/{paper}.{kind}"

    def measurements(self, paper: str) -> str:
        """Return the path of the CSV file of a paper's measurements, next to its figures."""
        return f"{self.figures}/{paper}/claims.csv"

    def figure(self, paper: str, name: str, kind: str) -> str:
        """Return the path of a figure of a paper, or of the delays, in one format."""
        return f"{self.figures}/{paper}/{name}.{kind}"

    def figure_files(self, paper: str, name: str) -> list[str]:
        """Return the paths of a figure of a paper in all formats of the scale."""
        return [self.figure(paper, name, kind) for kind in self.formats]

    def tables(self, paper: str) -> str:
        """Return the folder of a paper's tables, which has each table as csv and parquet."""
        return f"{self.figures}/{paper}/tables"

    def table(self, paper: str, name: str) -> str:
        """Return the path of a paper's table as Parquet."""
        return f"{self.tables(paper)}/{name}.parquet"

    def products(self, paper: str, description: Mapping[str, Any]) -> list[str]:
        """Return the paths of the files made from a paper's runs, given its YAML content."""
        return [
            *self.regret_files(paper),
            *(self.claims(paper), self.measurements(paper)),
            *([self.tables(paper)] if description.get("tables") else []),
            *(file for name in description["drawn"] for file in self.figure_files(paper, name)),
        ]

    def products_of_delays(self, *, log: bool) -> list[str]:
        """Return the paths of files made from delays of Criteo and, if used, of a log."""
        fits = [self.delays, self.fits, *self.fit_figures]
        return fits + (self.log_findings if log else [])

    def everything(self, papers: Mapping[str, Mapping[str, Any]], *, log: bool) -> list[str]:
        """Return the paths of all files that are made, except run files."""
        of_papers = [file for name, about in papers.items() for file in self.products(name, about)]
        claims = [self.claims(paper, kind) for paper in papers for kind in ("csv", "tex")]
        of_all = [self.report, self.claims_table, self.evidence, *claims]
        return [*of_papers, *self.products_of_delays(log=log), *of_all]


def run_path(setting: str, algorithm: str, block: str) -> str:
    """Return a run file's path in its run group. `block` names its seeds, as "0-99"."""
    return f"{setting}/{algorithm}/{block}.parquet"


def key_of_run(path: Path) -> tuple[str, str]:
    """Return the setting and algorithm of a run file, from the names of its folders."""
    return path.parent.parent.name, path.parent.name


def seeds_in(name: str) -> range:
    """Return the seeds of the block that is named "first-last"."""
    first, last = map(int, name.split("-"))
    return range(first, last + 1)


def remedy(path: str | Path) -> str:
    """Return a sentence on how to remake a result or, for a run file, its run group."""
    path = Path(path)
    path = path.parents[2] if "runs" in path.parts[:-4] else path
    return f"Delete {path} and run the same command again."

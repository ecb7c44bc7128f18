"""The layout of results, for the rules and for the steps that read them."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

FINDINGS = ("delays.parquet", "index.html", "left_out.txt")
"""The files of what was found in a log."""

FORMATS = ("png", "svg", "pdf")  # those of a figure

SCALES = ("paper", "demo", "quick")


def results_of(scale: str) -> str:
    """Give the folder of the results at a scale."""
    return "results" if scale == "paper" else f"results/{scale}"


class Step(NamedTuple):
    """A step of the workflow by its rule, the files that it makes, and the record of these."""

    rule: str
    files: list[str]
    record: str


class Layout:
    """Paths of results; a rule gives wildcards such as "{paper}" as names."""

    def __init__(self, results: str, figures: str) -> None:
        self.results, self.figures = results, figures
        self.delays = f"{results}/criteo/delays.parquet"  # of Criteo
        self.fits = f"{results}/criteo/fits.csv"  # the delay laws fitted to them
        self.log = f"{results}/log"  # the folder of what was found in a log
        self.log_findings = [f"{self.log}/{name}" for name in FINDINGS]
        self.log_delays, self.log_page, *_ = self.log_findings
        self.claims_table = f"{results}/claims.csv"  # the answers on all papers' claims
        self.evidence = f"{results}/evidence.csv"  # their rows
        self.report = f"{results}/report.html"
        self.manifest = f"{results}/manifest.json"

    def plan(self, name: str) -> str:
        """Give the plan of a step, of the runs on a setting as {paper}/{setting}."""
        return f"{self.results}/plan/{name}.json"

    def runs(self, paper: str) -> str:
        """Give the folder of a paper's runs."""
        return f"{self.results}/runs/{paper}"

    def run(self, run: Any, block: str) -> str:
        """Give the file of a block of seeds of a run, by its specification; see `key_of_run`."""
        return f"{self.runs(run.paper)}/{run.setting}/{run.algorithm}/{block}.parquet"

    def kept(self, digest: str) -> str:
        """Give the file of a run by the digest of all that it is made of."""
        return f"{self.results}/kept/{digest}.parquet"

    def regret(self, paper: str, kind: str) -> str:
        """Give a paper's regret table, or its final regrets as csv or tex."""
        return f"{self.results}/regret/{paper}.{kind}"

    def learners(self, target: str) -> str:
        """Give what says that no learner of a user's file failed, for a paper or for all."""
        return f"{self.results}/learners/{target}.txt"

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

    def record(self, *names: str) -> str:
        """Give the record of a step, by its rule and what tells it from others of that."""
        return f"{self.results}/records/{'.'.join(names)}.json"

    def table(self, paper: str, name: str, kind: str) -> str:
        """Give a table of a paper as csv or parquet, which stands beside its figures."""
        return f"{self.figures}/{paper}/tables/{name}.{kind}"

    def table_files(self, paper: str, names: Iterable[str]) -> list[str]:
        """List tables of a paper in all formats."""
        return [self.table(paper, name, kind) for name in names for kind in ("csv", "parquet")]

    def steps_of_delays(self, *, log: bool) -> list[Step]:
        """List the steps that read the Criteo delays and, if there is one, a log."""
        fits = [self.fits, *self.figure_files("criteo", "fits")]
        made = {"delays": [self.delays], "fit": fits, "log_delays": self.log_findings}
        return [Step(rule, made[rule], self.record(rule)) for rule in list(made)[: 2 + log]]

    def steps_of_paper(self, paper: str, description: Mapping[str, Any]) -> list[Step]:
        """List the steps that make something of all of a paper's runs, by its YAML file."""
        made = {
            ("aggregate", paper): [self.regret(paper, kind) for kind in ("parquet", "csv", "tex")],
            ("claims", paper): [self.claims(paper), self.rows(paper)],
        }
        if description.get("tables"):
            made["tables", paper] = self.table_files(paper, description["tables"])
        for name in description["drawn"]:
            made["figure", paper, name] = self.figure_files(paper, name)
        return [Step(names[0], files, self.record(*names)) for names, files in made.items()]

    def steps_of_report(self, papers: Iterable[str]) -> list[Step]:
        """List the steps that make something of all papers' claims, and the page."""
        claims = [self.claims(paper, kind) for paper in papers for kind in ("csv", "tex")]
        made = {
            "claims_table": [self.claims_table, self.evidence, *claims],
            "report": [self.report],
        }
        return [Step(rule, files, self.record(rule)) for rule, files in made.items()]

    def benchmark(self, job: str) -> str:
        """Give the time of a step, measured by Snakemake with its memory."""
        return f"{self.results}/benchmarks/{job}.tsv"


def key_of_run(path: Path) -> tuple[str, str]:
    """Read setting and algorithm of a run file off its folders."""
    return path.parent.parent.name, path.parent.name


def seeds_in(name: str) -> range:
    """Read the numbers of the replications off the name of a block, "first-last"."""
    first, last = map(int, name.split("-"))
    return range(first, last + 1)


def remedy(path: str | Path) -> str:
    """Say how a result that cannot be used is made again."""
    return f"delete it and run snakemake --cores 1 -- {path}, with the --config that made it"

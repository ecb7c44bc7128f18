"""Measure one claim again, on existing results or on runs simulated for it."""

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from delayed_bandits.experiments.simulation import write_runs

# isort: split
from delayed_bandits.analysis.curves import AllCurves, Curves, CurvesOfFiles
from delayed_bandits.analysis.judge import judged
from delayed_bandits.analysis.numbers import bounds, measured
from delayed_bandits.analysis.sentences import verdict_in_words
from delayed_bandits.analysis.settings import Runs, settings_of
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.data.criteo.conversions import from_bundled
from delayed_bandits.experiments.catalogue import config_file, project_folder
from delayed_bandits.experiments.delay_tables import ObservedDelays, read_delays
from delayed_bandits.experiments.experiment import Paper, load_papers, read_config
from delayed_bandits.experiments.job import is_current
from delayed_bandits.files.layout import Layout, run_path, seeds_in
from delayed_bandits.files.sources import digest_of_sources
from delayed_bandits.papers.claims import claim_of


@dataclass(frozen=True)
class CurvesOnDemand(AllCurves):
    """The curves of a paper's runs, read from current run files or simulated."""

    paper: Paper
    layout: Layout
    folder: str  # for simulated runs
    n_runs: int | None  # to simulate; None: the paper's number, if results lack any of them
    delays: ObservedDelays

    def __getitem__(self, key: tuple[str, str]) -> Curves:
        run = self.paper.runs[key]
        sources, names = digest_of_sources(run.module), self.paper.blocks(run)
        folders = sorted(Path(self.layout.run_group(self.paper.name, "")).glob("*"))
        files = []
        for name in names if self.n_runs is None else ():
            inputs = run.inputs(seeds_in(name), sources, self.delays)
            paths = [folder / run_path(*key, name) for folder in folders]
            files += [path for path in paths if path.exists() and is_current(path, inputs)][:1]
        if len(files) < len(names):
            seeds = range(self.n_runs or self.paper.seeds[run.setting])
            files = [Path(self.folder, run_path(*key, f"0-{seeds[-1]}"))]
            if not files[0].exists():
                inputs = run.inputs(seeds, sources, self.delays)
                write_runs([(files[0], run, inputs)], seeds, self.delays)
        return CurvesOfFiles(files, coordinates=self.paper.coordinates)[key]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.paper.runs)

    def __len__(self) -> int:
        return len(self.paper.runs)


def measure_claim(
    name: str, given_config: Path | None, scale: str | None, n_runs: int | None
) -> str:
    """Measure a claim; return its criterion, verdicts and measurements as text."""
    paper_name, _, claim_id = name.partition("/")
    if not claim_id:
        raise InputError(f"{name}: is not PAPER/ID. Give a claim such as vernade2020/c09.")
    if n_runs is not None and n_runs < 2:
        raise InputError(f"--seeds {n_runs}: gives no interval. Give at least 2.")
    config_path = given_config or config_file()
    inside = (config_path.parent / "workflow").is_dir()
    project = config_path.parent if inside else project_folder()
    papers = [path.stem for path in (project / "workflow/papers").glob("*.yaml")]
    if paper_name not in papers:
        hint = suggestion(paper_name, papers)
        raise InputError(f"{name}: there is no paper {paper_name!r}. {hint}")
    config, layout = read_config(config_path, paper_name, scale)
    paper = load_papers(config, project / "workflow")[paper_name]
    claim, texts = claim_of(paper_name, claim_id), paper.texts
    delays = delays_of_project(config, layout, project)
    settings = settings_of(paper.runs, texts["coordinates"], texts["descriptions"])
    with tempfile.TemporaryDirectory() as folder:
        curves = CurvesOnDemand(paper, layout, folder, n_runs, delays)
        runs = Runs(curves, settings, texts["labels"], delays.seconds)
        found = judged(paper_name, [claim], runs, config["scale"])["claims"][0]
    return _describe(name, found, config["scale"])


def delays_of_project(
    config: Mapping[str, Any], layout: Layout, project: Path, *, needs_log: bool = False
) -> ObservedDelays:
    """Return the observed delays from the project's results.

    Missing delays of Criteo are made from the bundled quantiles if these are configured, and
    otherwise raise InputError. Missing delays of a log raise InputError if `needs_log`.
    """
    path, log = Path(layout.delays), Path(layout.log_delays)
    for file, is_needed in {path: config["criteo"] != "bundled", log: needs_log}.items():
        if is_needed and not file.exists():
            command = f"snakemake --cores 1 --config scale={config['scale']} -- {file}"
            raise InputError(f"{file}: no such file. Make it with: {command}")
    with tempfile.TemporaryDirectory() as folder:
        if not path.exists():
            path = Path(folder, "delays.parquet")
            from_bundled(project / "data/criteo_delay_quantiles.csv", path)
        return read_delays(path, log if log.exists() else None)


def _describe(name: str, claim: Mapping[str, Any], scale: str) -> str:
    lines = [f"{name}: {claim['statement']}"]
    if claim["quote"]:
        lines.append(f"“{claim['quote']}” ({claim['place']})")
    lines.append(f"Holds if: {claim['criterion']}")
    for variant in claim["variants"]:
        verdict = verdict_in_words(claim, {**variant, "verdict": variant["uncorrected"]})
        verdict = verdict.upper() if scale == "paper" else f"TOY ({verdict})"
        lines += ["", f"{variant['name']}, {variant['what']}: {verdict}"]
        decided = f"; decisive: {variant['decided_by']}" if variant["decided_by"] else ""
        lines.append(f"  {variant['count']}{decided}")
        for one in variant["evidence"]:
            lines.append(f"  {one['case']}: {one['quantity']} {_measurement_in_words(one)}")
            if one["not_applicable"]:
                lines.append(f"    {one['not_applicable']}")
            if control := one["control"]:
                text = _measurement_in_words(control).replace("holds", "within the bound")
                text = text.replace("fails", "outside the bound")
                lines.append(f"    negative control, {control['name']}: {text}")
        if claim["tolerance"]:
            verdicts = (variant[f"{times}_tolerance"] for times in ("half", "twice"))
            half, twice = (verdict_in_words(claim, {"verdict": verdict}) for verdict in verdicts)
            lines.append(f"  with half the tolerance {half}, with twice the tolerance {twice}")
    lines.append("")
    lines += [f"{setting} is left out: {reason}" for setting, reason in claim["left_out"].items()]
    lines += [f"No negative control: {claim['no_control']}"] if claim["no_control"] else []
    lines += [claim["remark"]] if claim["remark"] else []
    return "\n".join(lines).rstrip()


def _measurement_in_words(one: Mapping[str, Any]) -> str:
    limits = (one.get("above"), one.get("below"))
    bound = f", must be {bounds(limits)}" if limits != (None, None) else ""
    runs = f", {one['runs']} runs" if one["runs"] else ""
    return f"{measured(one)}{runs}{bound}: {one['outcome']}"

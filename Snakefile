"""Experiments of papers on bandits with delayed feedback, regenerated claim by claim."""

from os.path import relpath

from snakemake.utils import min_version

min_version("9.15")


configfile: relpath(f"{workflow.current_basedir}/config.yaml")


report: "workflow/report/workflow.rst"


include: "workflow/rules/common.smk"
include: "workflow/rules/runs.smk"
include: "workflow/rules/delays.smk"
include: "workflow/rules/figures.smk"
include: "workflow/rules/claims.smk"
include: "workflow/rules/report.smk"


rule all:
    input:
        target("all"),
    message:
        f"Everything is made: {LAYOUT.report}"


include: "workflow/rules/targets.smk"

"""Experiments of papers on bandits with delayed feedback, regenerated claim by claim."""

from os.path import relpath

from snakemake.utils import min_version

min_version("9.17")


configfile: relpath(f"{workflow.current_basedir}/config.yaml")  # not of the working directory


report: "workflow/report/workflow.rst"


include: "workflow/rules/common.smk"


rule all:
    input:
        SWEEP.products(),
    message:
        f"All results are complete: {LAYOUT.report}"


include: "workflow/rules/delays.smk"
include: "workflow/rules/simulate.smk"
include: "workflow/rules/papers.smk"
include: "workflow/rules/page.smk"

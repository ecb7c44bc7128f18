"""Regrets, claims, tables and figures of papers: results/regret/, results/claims/, figures/."""


rule aggregate:
    """Write the mean regret of a paper's runs with its confidence interval."""
    input:
        runs=lambda wildcards: SWEEP.folders(wildcards.paper),
    output:
        LAYOUT.regret_files("{paper}"),
    log:
        f"{LAYOUT.results}/logs/aggregate/{{paper}}.log",
    conda:
        "../envs/run.yaml"
    params:
        **code("aggregate"),
        coordinates=of_paper("coordinates"),
        labels=of_paper("labels"),
        # so that a dry run names what changed: folders of runs have only a digest in their names
        master_seed=config["master_seed"],
        seeds=of_paper("seeds"),
        algorithms=of_paper("sources"),
    script:
        "../scripts/aggregate.py"


rule claims:
    """Judge the claims on a paper by its runs."""
    input:
        runs=lambda wildcards: SWEEP.folders(wildcards.paper),
        criteo=lambda wildcards: LAYOUT.delays if PAPERS[wildcards.paper].uses_criteo else [],
    output:
        claims=LAYOUT.claims("{paper}"),
        measurements=LAYOUT.measurements("{paper}"),
    log:
        f"{LAYOUT.results}/logs/claims/{{paper}}.log",
    conda:
        "../envs/run.yaml"
    params:
        **code("claims", "papers.{paper}.claims"),
        scale=config["scale"],
        texts=of_paper("texts"),
    script:
        "../scripts/claims.py"


rule tables:
    """Make all tables of a paper, for its figures."""
    input:
        runs=lambda wildcards: SWEEP.folders(wildcards.paper),
    output:
        directory(LAYOUT.tables("{paper}")),
    log:
        f"{LAYOUT.results}/logs/tables/{{paper}}.log",
    conda:
        "../envs/run.yaml"
    params:
        **code("tables", "papers.{paper}.tables"),
        entries=of_paper("tables"),
        settings=lambda wildcards: list(PAPERS[wildcards.paper].seeds),
        styles=of_paper("styles"),
        coordinates=of_paper("coordinates"),
    script:
        "../scripts/tables.py"


rule figure:
    """Draw one figure of a paper in every format."""
    input:
        unpack(shown),
    output:
        report(FIGURE_FILES, caption="../report/figure.rst", category="{paper}"),
    log:
        f"{LAYOUT.results}/logs/figures/{{paper}}/{{figure}}.log",
    conda:
        "../envs/run.yaml"
    params:
        **code("figure", "papers.{paper}.figures"),
        entry=lambda wildcards: SWEEP.figure(wildcards.paper, wildcards.figure),
        styles=of_paper("styles"),
    message:
        "Drawing {wildcards.figure} of {wildcards.paper}"
    script:
        "../scripts/figure.py"


for name in PAPERS:

    rule:
        """Make all results of one paper, without the report."""
        name:
            name
        input:
            SWEEP.products_of(name),

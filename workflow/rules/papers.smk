"""Regret tables, claims, tables for figures, and figures of the papers.

out  results/regret/{paper}.*, results/claims/{paper}.json, figures/{paper}/claims.csv
     figures/{paper}/{figure}.*, and figures/{paper}/tables/*, from which some are drawn
"""


rule aggregate:
    """Mean regret of a paper's runs with its confidence interval."""
    input:
        runs=lambda wildcards: SWEEP.folders(wildcards.paper),
    output:
        [LAYOUT.regret("{paper}", kind) for kind in ("parquet", "csv", "tex")],
    log:
        f"{LAYOUT.results}/logs/aggregate/{{paper}}.log",
    conda:
        "../envs/run.yaml"
    params:
        coordinates=of_paper("coordinates"),
        labels=of_paper("labels"),
        # in the names of runs these are a digest; here a dry run shows them before and after
        master_seed=config["master_seed"],
        seeds=of_paper("seeds"),
        algorithms=of_paper("sources"),
        **code("aggregate"),
    script:
        "../scripts/aggregate.py"


rule claims:
    """The statements of a paper, measured on its runs."""
    input:
        runs=lambda wildcards: SWEEP.folders(wildcards.paper),
        criteo=LAYOUT.delays,
    output:
        claims=LAYOUT.claims("{paper}"),
        rows=LAYOUT.rows("{paper}"),
    log:
        f"{LAYOUT.results}/logs/claims/{{paper}}.log",
    conda:
        "../envs/run.yaml"
    params:
        scale=config["scale"],
        words=of_paper("words"),
        **code("claims", "papers.{paper}.claims"),
    script:
        "../scripts/claims.py"


rule tables:
    """All tables of a paper, for its figures."""
    input:
        runs=lambda wildcards: SWEEP.folders(wildcards.paper),
    output:
        directory(LAYOUT.tables("{paper}")),
    log:
        f"{LAYOUT.results}/logs/tables/{{paper}}.log",
    conda:
        "../envs/run.yaml"
    params:
        entries=lambda wildcards: PAPERS[wildcards.paper].description["tables"],
        settings=lambda wildcards: list(PAPERS[wildcards.paper].seeds),
        styles=of_paper("styles"),
        coordinates=of_paper("coordinates"),
        **code("tables", "papers.{paper}.tables"),
    script:
        "../scripts/tables.py"


rule figure:
    """One figure of one paper, in every format."""
    input:
        unpack(shown),
    output:
        report(LAYOUT.figure_files("{paper}", "{figure}"), "../report/figure.rst", "{paper}"),
    log:
        f"{LAYOUT.results}/logs/figures/{{paper}}/{{figure}}.log",
    conda:
        "../envs/run.yaml"
    params:
        entry=lambda wildcards: SWEEP.figure(wildcards.paper, wildcards.figure),
        styles=of_paper("styles"),
        **code("figure", "papers.{paper}.figures"),
    message:
        "Drawing {wildcards.figure} of {wildcards.paper}"
    script:
        "../scripts/figure.py"


for paper in PAPERS:

    rule:
        name:
            paper
        input:
            SWEEP.products_of(paper),

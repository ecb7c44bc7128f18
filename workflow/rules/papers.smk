"""Regret tables, claims, tables for figures, and figures of the papers.

in   the runs of a paper; the Criteo delays
out  results/regret/{paper}.parquet: mean regret with its interval at every checkpoint
     results/regret/{paper}.csv and .tex: at the horizon
     results/claims/{paper}.json: rows, words and conclusions; figures/{paper}/claims.csv: the rows
     figures/{paper}/tables/{table}.{csv,parquet}: what figures are drawn from, of some papers
     figures/{paper}/{figure}.{png,svg,pdf}
"""


rule aggregate:
    """Mean regret of a paper's runs with its confidence interval."""
    input:
        runs=runs_of,
    output:
        LAYOUT.regret("{paper}", "parquet"),
        LAYOUT.regret("{paper}", "csv"),
        LAYOUT.regret("{paper}", "tex"),
    log:
        f"{LAYOUT.results}/logs/aggregate/{{paper}}.log",
    conda:
        "../envs/run.yaml"
    params:
        settings=settings_of,
        coordinates=of_paper("coordinates"),
        labels=of_paper("labels"),
        # what the names of runs say in a digest: here `snakemake -n` shows it
        master_seed=config["master_seed"],
        seeds=of_paper("seeds"),
        sources=of_paper("sources"),
        **code("analysis.regret_files"),
    message:
        "Aggregating {wildcards.paper}"
    script:
        "../scripts/aggregate.py"


rule claims:
    """The statements of a paper, measured on its runs."""
    input:
        runs=runs_of,
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
        **code("analysis.judge", "papers.claims", "papers.{paper}.claims"),
    message:
        "Judging the claims of {wildcards.paper}"
    script:
        "../scripts/claims.py"


for paper in PAPERS:

    rule:
        name:
            paper
        input:
            products(paper),
        message:
            f"Figures, tables and claims of {paper} are made"

    if PAPERS[paper].description.get("tables"):

        rule:
            # All tables of one paper, for its figures
            name:
                f"tables_{paper}"
            input:
                runs=[LAYOUT.batch(paper, name) for name in MADE_WITH["runs"][paper]],
            output:
                LAYOUT.tables(paper, PAPERS[paper].description["tables"]),
            log:
                f"{LAYOUT.results}/logs/tables/{paper}.log",
            conda:
                "../envs/run.yaml"
            params:
                paper=paper,
                entries=PAPERS[paper].description["tables"],
                settings=list(PAPERS[paper].seeds),
                styles=PAPERS[paper].styles,
                coordinates=PAPERS[paper].coordinates,
                **code("report.figures", f"papers.{paper}.tables"),
            message:
                f"Making the tables of {paper}"
            script:
                "../scripts/tables.py"


def shown_in_figure(wildcards):
    """The inputs of a figure: its runs, or in their place its table or the Criteo delays."""
    about, nothing = entry(wildcards), {"runs": [], "table": [], "criteo": []}
    if "table" in about:
        return nothing | {"table": LAYOUT.table(wildcards.paper, about["table"], "parquet")}
    if "settings" in about:
        return nothing | {"runs": runs_of(wildcards)}
    return nothing | {"criteo": LAYOUT.delays}


rule figure:
    """One figure of one paper, in every format."""
    input:
        unpack(shown_in_figure),
    output:
        report(
            LAYOUT.figure_files("{paper}", "{figure}"),
            category="{paper}",
            caption="../report/figure.rst",
            labels={"figure": "{figure}"},
        ),
    log:
        f"{LAYOUT.results}/logs/figures/{{paper}}/{{figure}}.log",
    conda:
        "../envs/run.yaml"
    params:
        function=lambda wildcards: entry(wildcards)["draw"],
        settings=settings_of,
        styles=of_paper("styles"),
        **code("report.figures", "papers.{paper}.figures"),
    message:
        "Drawing {wildcards.figure} of {wildcards.paper}"
    script:
        "../scripts/figure.py"

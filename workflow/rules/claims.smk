"""Claims.

in   the run files of a paper, their plans, results/criteo/delays.parquet
out  results/claims/{paper}.json: rows, words and conclusions; .csv and .tex: the readings
     figures/{paper}/claims.csv: the rows
     results/claims.csv, results/evidence.csv: all papers' claims
"""


rule claims:
    """The statements of a paper, measured on its runs."""
    input:
        unpack(runs_shown),
        criteo=LAYOUT.delays,
        plan=PLAN_OF_DELAYS,
        words=lambda wildcards: WORDS[wildcards.paper],
        sources=lambda wildcards: SOURCES["claims", wildcards.paper],
    output:
        claims=LAYOUT.claims("{paper}"),
        rows=LAYOUT.rows("{paper}"),
        record=LAYOUT.record("claims", "{paper}"),
    log:
        f"{RESULTS}/logs/claims/{{paper}}.log",
    conda:
        "../envs/run.yaml"
    params:
        scale=config["scale"],
        runs=LAYOUT.runs("{paper}"),
    message:
        "Judging the claims of {wildcards.paper}"
    shell:
        "delayed-bandits claims --paper {wildcards.paper} --scale {params.scale} "
        "--criteo {input.criteo:q} --plans {input.plan:q} {input.plans:q} --runs {params.runs:q} "
        "--words {input.words:q} --rows {output.rows:q} --output {output.claims:q}" + RECORDED


rule claims_table:
    """The readings of all papers' claims."""
    input:
        claims=[LAYOUT.claims(paper) for paper in PAPERS],
        plan=PLAN_OF_PAPERS,
        sources=sources("report.claims_tables", texts=["workflow/schemas/claims.schema.yaml"]),
    output:
        table=LAYOUT.claims_table,
        evidence=LAYOUT.evidence,
        papers=[LAYOUT.claims(paper, kind) for paper in PAPERS for kind in ("csv", "tex")],
        record=LAYOUT.record("claims_table"),
    log:
        f"{RESULTS}/logs/claims_table.log",
    conda:
        "../envs/run.yaml"
    message:
        "Writing the table of claims"
    shell:
        "delayed-bandits claims_table --claims {input.claims:q} --table {output.table:q} "
        f"--evidence {{output.evidence:q}}{RECORDED}"

"""The report.

in   claims, figures, regret tables and fits
out  results/report.html
     results/claims.csv, results/evidence.csv: all papers' claims; results/claims/{paper}.{csv,tex}
"""


rule claims_table:
    """The readings of all papers' claims."""
    input:
        claims=[LAYOUT.claims(paper) for paper in PAPERS],
        schema=os.path.relpath(ROOT / "workflow/schemas/claims.schema.yaml"),
    output:
        table=LAYOUT.claims_table,
        evidence=LAYOUT.evidence,
        papers=[LAYOUT.claims(paper, kind) for paper in PAPERS for kind in ("csv", "tex")],
    log:
        f"{LAYOUT.results}/logs/claims_table.log",
    conda:
        "../envs/run.yaml"
    params:
        **code("report.claims_tables"),
    message:
        "Writing the table of claims"
    script:
        "../scripts/claims_table.py"


rule report:
    """One page with everything: delays, claims, figures, tables, settings."""
    input:
        [products(paper) for paper in PAPERS],
        LAYOUT.products_of_delays(log=bool(LOG)),
    output:
        LAYOUT.report,
    log:
        f"{LAYOUT.results}/logs/report.log",
    conda:
        "../envs/run.yaml"
    params:
        config=config,
        figures=LAYOUT.figures,
        workflow=os.path.relpath(ROOT / "workflow"),
        papers=texts(
            *(f"workflow/papers/{paper}.yaml" for paper in PAPERS),
            "workflow/former_criteria.csv",
        ),
        templates=texts(
            *(str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("src/delayed_bandits/report/*.[!p]*")))
        ),
        **code("report.page"),
    message:
        "Writing the report"
    script:
        "../scripts/report.py"

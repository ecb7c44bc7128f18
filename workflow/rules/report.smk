"""The report: results/report.html, and all papers' claims as tables."""


rule report:
    """One page with everything, and the answers on claims as CSV and LaTeX."""
    input:
        [SWEEP.products_of(paper) for paper in PAPERS],
        SWEEP.products_of_delays,
        claims=[LAYOUT.claims(paper) for paper in PAPERS],
    output:
        page=LAYOUT.report,
        table=LAYOUT.claims_table,
        evidence=LAYOUT.evidence,
        papers=[LAYOUT.claims(paper, kind) for paper in PAPERS for kind in ("csv", "tex")],
    log:
        f"{LAYOUT.results}/logs/report.log",
    conda:
        "../envs/run.yaml"
    params:
        config=config,
        figures=lambda wildcards: LAYOUT.figures,
        papers=texts(*(f"workflow/papers/{name}.yaml" for name in PAPERS)),
        texts=texts("workflow/former_criteria.csv", *SWEEP.templates),
        **code("report"),
    script:
        "../scripts/report.py"

"""The page: results/report.html, and the verdicts on all claims as tables."""


rule page:
    """Write the page with everything, and the verdicts on claims as CSV and LaTeX."""
    input:
        [SWEEP.products_of(name) for name in PAPERS],
        SWEEP.products_of_delays,
        claims=[LAYOUT.claims(name) for name in PAPERS],
    output:
        page=LAYOUT.report,
        table=LAYOUT.claims_table,
        evidence=LAYOUT.evidence,
        papers=[LAYOUT.claims(name, kind) for name in PAPERS for kind in ("csv", "tex")],
    log:
        f"{LAYOUT.results}/logs/page.log",
    conda:
        "../envs/run.yaml"
    params:
        **code("page"),
        config=config,
        figures=lambda wildcards: LAYOUT.figures,
        papers=texts(*(f"workflow/papers/{name}.yaml" for name in PAPERS)),
        texts=texts("workflow/former_criteria.csv", "workflow/glossary.yaml", *SWEEP.templates),
    script:
        "../scripts/page.py"

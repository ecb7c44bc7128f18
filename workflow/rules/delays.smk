"""Delay laws fitted to the Criteo delays."""


rule fit:
    """Censored maximum likelihood fits: a table, and a figure against the data."""
    input:
        delays=DELAYS,
        sources=sources("delays.comparison"),
    output:
        table=f"{RESULTS}/criteo/fits.csv",
        figures=report(
            [f"{FIGURES}/criteo/fits.{kind}" for kind in FORMATS],
            category="Criteo delays",
            caption="../report/fits.rst",
        ),
    log:
        f"{RESULTS}/logs/fit.log",
    benchmark:
        f"{RESULTS}/benchmarks/fit.tsv"
    conda:
        "../../environment.yml"
    resources:
        mem_mb=2000,
        runtime=10,
    message:
        "Fitting delay laws"
    shell:
        "python -m delayed_bandits fit --delays {input.delays:q} --table {output.table:q} "
        "--figures {output.figures:q} 2> {log:q}"

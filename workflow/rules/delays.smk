"""The Criteo delays, and delay laws fitted to them."""


rule delays:
    """Seconds from impression to conversion, sorted, with what was counted on the way."""
    input:
        data=CRITEO_FILE,
        sources=sources("criteo.conversions"),
    output:
        DELAYS,
    log:
        f"{RESULTS}/logs/delays.log",
    benchmark:
        f"{RESULTS}/benchmarks/delays.tsv"
    conda:
        "../../environment.yml"
    resources:
        mem_mb=lambda wildcards, attempt: attempt * 3000,
        runtime=lambda wildcards, attempt: attempt * 30,
    params:
        source=CRITEO_SOURCE,
        touch=config["touch"],
    message:
        "Reading the Criteo delays from {input.data}"
    shell:
        "python -m delayed_bandits delays --source {params.source} --touch {params.touch} "
        "--input {input.data:q} --output {output:q} 2> >(tee {log:q} >&2)"


rule fit:
    """Censored maximum likelihood fits: a table, and a figure against the data."""
    input:
        delays=DELAYS,
        sources=sources("fits.comparison"),
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
        mem_mb=lambda wildcards, attempt: attempt * 2000,
        runtime=lambda wildcards, attempt: attempt * 10,
    message:
        "Fitting delay laws"
    shell:
        "python -m delayed_bandits fit --delays {input.delays:q} --table {output.table:q} "
        "--figures {output.figures:q} 2> {log:q}"

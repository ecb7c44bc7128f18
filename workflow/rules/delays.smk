"""The Criteo delays, and delay laws fitted to them.

in   CRITEO_FILE
out  results/criteo/delays.parquet
     results/criteo/fits.csv, figures/criteo/fits.{png,svg,pdf}
"""


rule delays:
    """Seconds from impression to conversion, sorted, with what was counted on the way."""
    input:
        data=CRITEO_FILE,
        sources=sources("criteo.conversions"),
    output:
        LAYOUT.delays,
    log:
        f"{RESULTS}/logs/delays.log",
    benchmark:
        LAYOUT.benchmark("delays")
    conda:
        ENVIRONMENT
    resources:
        mem_mb=lambda wildcards, attempt: attempt * 3000,
        runtime=lambda wildcards, attempt: attempt * 30,
    params:
        source=CRITEO_SOURCE,
        touch=config["touch"],
        origin=DELAYS,
    message:
        "Reading the Criteo delays from {input.data}"
    shell:
        "delayed-bandits delays --source {params.source} --touch {params.touch} "
        "--input={input.data:q} --output {output:q} 2> >(tee {log:q} >&2)"


rule fit:
    """Censored maximum likelihood fits: a table, and a figure against the data."""
    input:
        delays=LAYOUT.delays,
        sources=sources("fits.comparison"),
    output:
        table=LAYOUT.fits,
        figures=report(
            figure_files("criteo", "fits"),
            category="Criteo delays",
            caption="../report/fits.rst",
        ),
    log:
        f"{RESULTS}/logs/fit.log",
    benchmark:
        LAYOUT.benchmark("fit")
    conda:
        ENVIRONMENT
    resources:
        mem_mb=lambda wildcards, attempt: attempt * 2000,
        runtime=lambda wildcards, attempt: attempt * 10,
    params:
        origin=DELAYS,
    message:
        "Fitting delay laws"
    shell:
        # BLAS, which has five numbers to work on, would keep other cores waiting for it
        "OPENBLAS_NUM_THREADS=1 delayed-bandits fit --delays {input.delays:q} "
        "--table {output.table:q} --figures {output.figures:q} 2> {log:q}"

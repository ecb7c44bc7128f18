"""The Criteo delays, and delay laws fitted to them; the delays of a log, if there is one.

in   CRITEO_FILE, LOG_FILE
out  data/raw/criteo_attribution_dataset.zip, if `criteo` is download; .tsv.gz, if huggingface
     results/criteo/delays.parquet
     results/criteo/fits.csv, figures/criteo/fits.{png,svg,pdf}
     results/log/: delays.parquet, index.html and the rest of what was found in the log
"""

if IS_DOWNLOAD:

    rule download:
        """The official file, resumed where an earlier attempt was cut off, its SHA-256 checked.

        It is no output, as Snakemake deletes outputs before they are made again, and a user may
        have put it there.
        """
        output:
            temp(touch(DOWNLOADED)),
        log:
            f"{RESULTS}/logs/download.log",
        localrule: True  # a cluster's nodes often have no network
        params:
            source=CRITEO_SOURCE,
            file=CRITEO_FILE,
        message:
            "Downloading {params.file} (623 MiB), unless it is there"
        shell:
            "delayed-bandits download --source {params.source} --output {params.file:q} "
            "2> >(tee {log:q} >&2)"


rule delays:
    """Seconds from impression to conversion, sorted, with what was counted on the way."""
    input:
        data=CRITEO_INPUT,
        plan=PLAN_OF_DELAYS,
        sources=sources("data.criteo.conversions"),
    output:
        table=LAYOUT.delays,
        record=LAYOUT.record("delays"),
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
        file=lambda wildcards: CRITEO_FILE,
        touch=config["touch"],
    message:
        "Reading the Criteo delays from {params.file}"
    shell:
        "delayed-bandits delays --source {params.source} --touch {params.touch} "
        "--input={params.file:q} --output {output.table:q} --sources {input.sources:q} "
        "--record {output.record:q} 2> >(tee {log:q} >&2)"


rule fit:
    """Censored maximum likelihood fits: a table, and a figure against the data."""
    input:
        delays=LAYOUT.delays,
        plan=PLAN_OF_DELAYS,
        sources=sources("data.fits"),
    output:
        table=LAYOUT.fits,
        figures=report(
            LAYOUT.figure_files("criteo", "fits"),
            category="Criteo delays",
            caption="../report/fits.rst",
            labels={"figure": "fits"},
        ),
        record=LAYOUT.record("fit"),
    log:
        f"{RESULTS}/logs/fit.log",
    benchmark:
        LAYOUT.benchmark("fit")
    conda:
        ENVIRONMENT
    params:
        expected=delay_sources.origin_in(config),
    message:
        "Fitting delay laws"
    shell:
        # BLAS, which has five numbers to work on, would keep other cores waiting for it
        "OPENBLAS_NUM_THREADS=1 delayed-bandits fit --delays {input.delays:q} "
        "--origin {params.expected:q} "
        f"--table {{output.table:q}} --figures {{output.figures:q}}{RECORDED}"


if LOG:

    rule log_delays:
        """The delays of a log by arm, with a page of what was found."""
        input:
            data=LOG_INPUT,
            plan=PLAN_OF_LOG,
            sources=sources(
                "data.log.findings", texts=["src/delayed_bandits/data/log/page.html.jinja"]
            ),
        output:
            LAYOUT.log_findings,
            record=LAYOUT.record("log_delays"),
        log:
            f"{RESULTS}/logs/log.log",
        conda:
            ENVIRONMENT
        resources:
            mem_mb=lambda wildcards, attempt: attempt * 4000,
            runtime=lambda wildcards, attempt: attempt * 30,
        params:
            file=lambda wildcards: LOG_FILE,
            columns=lambda _: [f"{name}={column}" for name, column in LOG["columns"].items()],
            options=[
                *(f"--dates={form}" for form in LOG["dates"]),
                *(
                    f"--{name.replace('_', '-')}={LOG[name]}"
                    for name in ("unit", "never", "converted_is", "tolerance", "arms", "largest")
                    if LOG[name] is not None
                ),
            ],
            folder=LAYOUT.log,
        message:
            "Reading the log {params.file}"
        shell:
            "OPENBLAS_NUM_THREADS=1 delayed-bandits log "
            "--column {params.columns:q} {params.options:q} --output {params.folder:q} "
            "--sources {input.sources:q} --record {output.record:q} -- {params.file:q} 2>&1 "
            "| tee {log:q} >&2"

"""The Criteo delays, and delay laws fitted to them; the delays of a log, if there is one.

in   the Criteo file, or the bundled quantiles; a log
out  data/raw/criteo_attribution_dataset.zip, if `criteo` is download; .tsv.gz, if huggingface
     results/criteo/delays.parquet
     results/criteo/fits.csv, figures/criteo/fits.{png,svg,pdf}
     results/log/: delays.parquet, index.html and the rest of what was found in the log
"""

CRITEO_FILE = delay_sources.criteo_file(config, ROOT)
IS_DOWNLOAD, DOWNLOADED = config["criteo"] in delay_sources.DOWNLOADS, "data/raw/.downloaded"
CRITEO_INPUT = ancient(DOWNLOADED) if IS_DOWNLOAD else CRITEO_FILE
LOG_IN_CRITEO = LOG.get("file") == delay_sources.CRITEO

if IS_DOWNLOAD:

    rule download:
        """The official file, resumed where an earlier attempt was cut off, its SHA-256 checked.

        It is no output, as Snakemake deletes outputs before they are made again, and a user may
        have put it there.
        """
        output:
            temp(touch(DOWNLOADED)),
        log:
            f"{LAYOUT.results}/logs/download.log",
        localrule: True  # a cluster's nodes often have no network
        params:
            source=config["criteo"],
            file=CRITEO_FILE,
        message:
            "Downloading {params.file} (623 MiB), unless it is there"
        script:
            "../scripts/download.py"


rule delays:
    """Seconds from impression to conversion, sorted, with what was counted on the way."""
    input:
        CRITEO_INPUT,
    output:
        LAYOUT.delays,
    log:
        f"{LAYOUT.results}/logs/delays.log",
    benchmark:
        f"{LAYOUT.results}/benchmarks/delays.tsv"
    conda:
        "../envs/run.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: attempt * 3000,
        runtime=lambda wildcards, attempt: attempt * 30,
    params:
        source=delay_sources.source_in(config),
        file=CRITEO_FILE,
        touch=config["touch"],
        origin=OBSERVED["criteo"],
        **code("data.criteo.conversions"),
    message:
        "Reading the Criteo delays from {params.file}"
    script:
        "../scripts/delays.py"


rule fit:
    """Censored maximum likelihood fits: a table, and a figure against the data."""
    input:
        LAYOUT.delays,
    output:
        table=LAYOUT.fits,
        figures=report(
            LAYOUT.figure_files("criteo", "fits"),
            category="Criteo delays",
            caption="../report/fits.rst",
            labels={"figure": "fits"},
        ),
    log:
        f"{LAYOUT.results}/logs/fit.log",
    benchmark:
        f"{LAYOUT.results}/benchmarks/fit.tsv"
    conda:
        "../envs/run.yaml"
    params:
        **code("data.fits"),
    message:
        "Fitting delay laws"
    script:
        "../scripts/fit.py"


if LOG:

    rule log_delays:
        """The delays of a log by arm, with a page of what was found."""
        input:
            CRITEO_INPUT if LOG_IN_CRITEO else LOG["file"],
        output:
            LAYOUT.log_findings,
        log:
            f"{LAYOUT.results}/logs/log.log",
        conda:
            "../envs/run.yaml"
        resources:
            mem_mb=lambda wildcards, attempt: attempt * 4000,
            runtime=lambda wildcards, attempt: attempt * 30,
        params:
            file=CRITEO_FILE if LOG_IN_CRITEO else LOG["file"],
            log=LOG,
            origin=OBSERVED["log"],
            page=texts("src/delayed_bandits/data/log/page.html.jinja"),
            **code("data.log.findings", "data.log.reader"),
        message:
            "Reading the log {params.file}"
        script:
            "../scripts/log.py"

"""The Criteo delays, and delay laws fitted to them; the delays of a log, if there is one.

out  results/criteo/delays.parquet, results/criteo/fits.csv, figures/criteo/fits.*; results/log/*
"""

CRITEO_FILE = delay_sources.criteo_file(config, ROOT)
LOG = delay_sources.log_options(config)
LOG_FILE = CRITEO_FILE if LOG.get("file") == delay_sources.CRITEO else LOG.get("file")
DOWNLOADED = f"{LAYOUT.results}/criteo/downloaded"
IS_DOWNLOAD = config["criteo"] in delay_sources.DOWNLOADS


def official(file):
    """The file as an input; in place of the official one, which may be a user's, what checked it."""
    return ancient(DOWNLOADED) if IS_DOWNLOAD and file == CRITEO_FILE else file


rule download:
    """The official file, resumed where an earlier attempt was cut off, its SHA-256 checked.

    It is no output, as Snakemake deletes outputs before they are made again.
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
        official(CRITEO_FILE),
    output:
        LAYOUT.delays,
    log:
        f"{LAYOUT.results}/logs/delays.log",
    conda:
        "../envs/run.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: attempt * 3000,
    params:
        source=delay_sources.source_in(config),
        file=CRITEO_FILE,
        touch=config["touch"],
        origin=SWEEP.observed["criteo"],
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
        figures=report(LAYOUT.figure_files("criteo", "fits"), "../report/fits.rst", "Criteo delays"),
    log:
        f"{LAYOUT.results}/logs/fit.log",
    conda:
        "../envs/run.yaml"
    params:
        **code("data.fits"),
    script:
        "../scripts/fit.py"


if LOG:

    rule log_delays:
        """The delays of a log by arm, with a page of what was found."""
        input:
            official(LOG_FILE),
        output:
            LAYOUT.log_findings,
        log:
            f"{LAYOUT.results}/logs/log.log",
        conda:
            "../envs/run.yaml"
        resources:
            mem_mb=lambda wildcards, attempt: attempt * 4000,
        params:
            file=LOG_FILE,
            log=LOG,
            origin=SWEEP.observed["log"],
            page=texts("src/delayed_bandits/data/log/page.html.jinja"),
            **code("data.log.findings", "data.log.reader"),
        script:
            "../scripts/log.py"

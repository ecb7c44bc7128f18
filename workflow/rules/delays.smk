"""The Criteo delays with fitted distributions, and a log's delays: results/criteo/, results/log/."""

LOG = delay_sources.log_options(config)
CRITEO_FILE = delay_sources.criteo_file(config, ROOT)
LOG_FILE = CRITEO_FILE if LOG.get("file") == delay_sources.CRITEO else LOG.get("file")
# a flag, as Snakemake would delete the file itself, which may be a user's, if its download fails
DOWNLOADED = f"{LAYOUT.results}/criteo/downloaded"
IS_DOWNLOADED = config["criteo"] in delay_sources.DOWNLOADS


rule download:
    """Download the official file and check its SHA-256. The output is a flag."""
    output:
        temp(touch(DOWNLOADED)),
    log:
        f"{LAYOUT.results}/logs/download.log",
    localrule: True  # nodes of a cluster often have no network
    conda:
        "../envs/run.yaml"
    params:
        source=config["criteo"],
        file=CRITEO_FILE,
    message:
        "Downloading {params.file} (623 MiB), unless it is there"
    script:
        "../scripts/download.py"


rule delays:
    """Write the seconds from impression to conversion, sorted, with counts of the file."""
    input:
        ancient(DOWNLOADED if IS_DOWNLOADED else CRITEO_FILE),
    output:
        LAYOUT.delays,
    log:
        f"{LAYOUT.results}/logs/delays.log",
    conda:
        "../envs/run.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: attempt * 3000,
    params:
        **code("delays"),
        source=delay_sources.source_in(config),
        file=lambda wildcards: CRITEO_FILE,
        attribution=config["attribution"],
        provenance=SWEEP.observed["criteo"],
    message:
        "Reading the Criteo delays from {params.file}"
    script:
        "../scripts/delays.py"


rule fit:
    """Fit delay distributions by censored maximum likelihood: a table and a figure."""
    input:
        LAYOUT.delays,
    output:
        table=LAYOUT.fits,
        figures=report(LAYOUT.fit_figures, caption="../report/fits.rst", category="Criteo delays"),
    log:
        f"{LAYOUT.results}/logs/fit.log",
    conda:
        "../envs/run.yaml"
    params:
        **code("fit"),
    script:
        "../scripts/fit.py"


if LOG:

    rule log_delays:
        """Write the delays of a log by arm, with a page of what was found."""
        input:
            ancient(DOWNLOADED if IS_DOWNLOADED and LOG_FILE == CRITEO_FILE else LOG_FILE),
        output:
            LAYOUT.log_findings,
        log:
            f"{LAYOUT.results}/logs/log_delays.log",
        conda:
            "../envs/run.yaml"
        resources:
            mem_mb=lambda wildcards, attempt: attempt * 4000,
        params:
            **code("log_delays"),
            file=lambda wildcards: LOG_FILE,
            log=LOG,
            provenance=SWEEP.observed["log"],
            page=texts(
                "src/delayed_bandits/data/log/page.html.jinja",
                "src/delayed_bandits/report/style.css",
            ),
        script:
            "../scripts/log_delays.py"

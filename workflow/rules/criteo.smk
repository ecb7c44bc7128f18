"""The Criteo attribution data: from the source that the config names to a table of delays."""

DOWNLOADED = "data/raw/criteo_attribution_dataset.zip"
DELAYS = f"{RESULTS}/criteo/delays.parquet"
CRITEO_SOURCE = (
    config["criteo"] if config["criteo"] in experiment.CRITEO_SOURCES else "local"
)
CRITEO_FILE = {
    "bundled": "data/criteo_delay_quantiles.csv",
    "download": DOWNLOADED,
    "local": config["criteo"],
}[CRITEO_SOURCE]


rule download:
    """The official file, resumed where an earlier attempt was cut off, its SHA-256 checked."""
    output:
        DOWNLOADED,
    log:
        f"{RESULTS}/logs/download.log",
    conda:
        "../../environment.yml"
    message:
        "Downloading the Criteo attribution data (623 MiB)"
    shell:
        "python -m delayed_bandits download --output {output:q} 2> >(tee {log:q} >&2)"


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
        mem_mb=2000,
        runtime=30,
    params:
        source=CRITEO_SOURCE,
        touch=config["touch"],
    message:
        "Reading the Criteo delays from {input.data}"
    shell:
        "python -m delayed_bandits delays --source {params.source} --touch {params.touch} "
        "--input {input.data:q} --output {output:q} 2> >(tee {log:q} >&2)"

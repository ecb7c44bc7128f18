"""The Criteo attribution data: the file that the config names, downloaded if need be.

in   nothing
out  data/raw/criteo_attribution_dataset.zip, if `criteo` is download
     CRITEO_FILE, also for the bundled quantiles and for a local file
     DELAYS, what the delays are made of, a parameter of all that shows them
"""

DOWNLOADED = "data/raw/criteo_attribution_dataset.zip"
CRITEO_SOURCE = config["criteo"] if config["criteo"] in CRITEO_SOURCES else "local"
CRITEO_FILE = {
    "bundled": of_project("data/criteo_delay_quantiles.csv"),
    "download": DOWNLOADED,
    "local": config["criteo"],
}[CRITEO_SOURCE]
DELAYS = (
    f"{CRITEO_SOURCE} {CRITEO_FILE} {digest_of_data(CRITEO_FILE)} {config['touch']}"
)


rule download:
    """The official file, resumed where an earlier attempt was cut off, its SHA-256 checked."""
    output:
        DOWNLOADED,
    log:
        f"{RESULTS}/logs/download.log",
    localrule: True  # a cluster's nodes often have no network
    conda:
        ENVIRONMENT
    message:
        "Downloading the Criteo attribution data (623 MiB)"
    shell:
        "delayed-bandits download --output {output:q} 2> >(tee {log:q} >&2)"

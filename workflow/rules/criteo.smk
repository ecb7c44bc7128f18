"""The Criteo attribution data: the file that the config names, downloaded if need be.

in   nothing
out  data/raw/criteo_attribution_dataset.zip, if `criteo` is download; .tsv.gz, if huggingface
     CRITEO_FILE, also for the bundled quantiles and for a local file
     DELAYS, what the delays are made of, a parameter of all that shows them
     LOG_FILE, LOG: the same of the log, if the config has one
"""

DOWNLOADED = "data/raw/criteo_attribution_dataset.zip"
FROM_HUGGING_FACE = "data/raw/criteo_attribution_dataset.tsv.gz"
CRITEO_SOURCE = config["criteo"] if config["criteo"] in CRITEO_SOURCES else "local"
CRITEO_FILE = {
    "bundled": of_project("data/criteo_delay_quantiles.csv"),
    "download": DOWNLOADED,
    "huggingface": FROM_HUGGING_FACE,
    "local": config["criteo"],
}[CRITEO_SOURCE]
DELAYS = (
    f"{CRITEO_SOURCE} {CRITEO_FILE} {digest_of_data(CRITEO_FILE)} {config['touch']}"
)
LOG = log_options(config)
LOG_FILE = CRITEO_FILE if LOG.get("file") == CRITEO else LOG.get("file")
LOG_DIGEST = digest_of_data(LOG_FILE) if LOG else ""


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


rule download_from_hugging_face:
    """The same file from Hugging Face; HF_TOKEN is the user's token, where conditions are asked."""
    output:
        FROM_HUGGING_FACE,
    log:
        f"{RESULTS}/logs/download.log",
    localrule: True
    conda:
        ENVIRONMENT
    message:
        "Downloading the Criteo attribution data from Hugging Face (623 MiB)"
    shell:
        "delayed-bandits download --source huggingface --output {output:q} "
        "2> >(tee {log:q} >&2)"

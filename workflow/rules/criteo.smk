"""The Criteo attribution data: the file that the config names, downloaded if need be.

in   nothing
out  data/raw/criteo_attribution_dataset.zip, if `criteo` is download; .tsv.gz, if huggingface
     CRITEO_FILE, also for the bundled quantiles and for a local file, and CRITEO_INPUT, which
     stands for it as an input
     DELAYS, what the delays are made of, in the plans of all that uses them
     LOG_FILE, LOG_INPUT, LOG_DELAYS: the same of the log, if the config has one, as LOG
"""

DOWNLOADS = {
    "download": "data/raw/criteo_attribution_dataset.zip",
    "huggingface": "data/raw/criteo_attribution_dataset.tsv.gz",
}
DOWNLOADED = f"{RESULTS}/criteo/downloaded"
CRITEO_SOURCE = config["criteo"] if config["criteo"] in CRITEO_SOURCES else "local"
CRITEO_FILE = {
    "bundled": of_project("data/criteo_delay_quantiles.csv"),
    "local": config["criteo"],
    **DOWNLOADS,
}[CRITEO_SOURCE]
CRITEO_INPUT = ancient(DOWNLOADED) if CRITEO_SOURCE in DOWNLOADS else CRITEO_FILE
# The SHA-256 of a download is fixed
CRITEO_DIGEST = "" if CRITEO_SOURCE in DOWNLOADS else digest_of_data(CRITEO_FILE)
DELAYS = f"{CRITEO_SOURCE} {CRITEO_FILE} {CRITEO_DIGEST} {config['touch']}"
LOG = log_options(config)
IN_CRITEO = LOG.get("file") == CRITEO
LOG_FILE = CRITEO_FILE if IN_CRITEO else LOG.get("file")
LOG_INPUT = CRITEO_INPUT if IN_CRITEO else LOG_FILE
LOG_DIGEST = CRITEO_DIGEST if IN_CRITEO else digest_of_data(LOG_FILE) if LOG else ""
LOG_DELAYS = [LOG, LOG_FILE, LOG_DIGEST]


if CRITEO_SOURCE in DOWNLOADS:

    rule download:
        """The official file, resumed where an earlier attempt was cut off, its SHA-256 checked.

        It is no output, as Snakemake deletes outputs before they are made again, and a user may
        have put it there. A file that is there is checked, and kept. HF_TOKEN is the user's token
        for Hugging Face.
        """
        output:
            temp(touch(DOWNLOADED)),
        log:
            f"{RESULTS}/logs/download.log",
        localrule: True  # a cluster's nodes often have no network
        conda:
            ENVIRONMENT
        params:
            source=CRITEO_SOURCE,
            file=CRITEO_FILE,
        message:
            "Downloading {params.file} (623 MiB), unless it is there"
        shell:
            "delayed-bandits download --source {params.source} --output {params.file:q} "
            "2> >(tee {log:q} >&2)"

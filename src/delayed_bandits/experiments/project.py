"""Folders in which the installed workflow runs."""

import shutil
from pathlib import Path

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.sources import PROJECT

SNAKEFILE = '''"""The workflow of delayed-bandits with config.yaml and results of this folder."""

from delayed_bandits.files.sources import PROJECT


configfile: "config.yaml"


module delayed_bandits:
    snakefile:
        f"{PROJECT}/Snakefile"
    config:
        config


use rule * from delayed_bandits


onstart:
    delayed_bandits.onstart()  # writes provenance.json into the folder of results
'''


def write_project(folder: Path) -> None:
    """Write what `snakemake` needs to run the installed workflow in a folder.

    If a file is already there, an InputError names the file, and nothing is written.
    """
    profiles = [path for path in (PROJECT / "profiles").rglob("*") if path.is_file()]
    copies = {path.relative_to(PROJECT): path for path in [PROJECT / "config.yaml", *profiles]}
    for name in ("Snakefile", *copies):
        if (folder / name).exists():
            raise InputError(f"{folder / name}: exists already. Choose another folder.")
    for name, source in copies.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, folder / name)
    (folder / "Snakefile").write_text(SNAKEFILE, encoding="utf-8")

"""Commands for a publication: BibTeX, and an archive of a finished run."""

import argparse
from collections.abc import Callable
from pathlib import Path


def add_steps_of_publishing(add: Callable[[Callable, str], argparse.ArgumentParser]) -> None:
    """Add the commands; `add(function, description)` gives the parser of one."""
    step = add(cite, "print BibTeX of the papers, and of this software")
    step.add_argument("papers", nargs="*", metavar="PAPER", help="instead of those of config.yaml")

    step = add(archive, "write a finished run into a zip file, with what it was made of")
    step.add_argument("folder", type=Path, metavar="FOLDER", help="such as results/")
    step.add_argument("output", type=Path, metavar="FILE.zip")


def cite(options: argparse.Namespace) -> None:
    """Print BibTeX."""
    from delayed_bandits.experiments.catalogue import project_folder
    from delayed_bandits.report.citation import bibtex

    print(bibtex(project_folder(), options.papers))  # noqa: T201


def archive(options: argparse.Namespace) -> None:
    """Write an archive of a finished run."""
    from delayed_bandits.experiments.catalogue import project_folder
    from delayed_bandits.report.archive.crate import write_archive

    write_archive(options.output, options.folder, project_folder())

"""Put the workflow into the wheel, as delayed_bandits/project; the rest is in pyproject.toml."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

PROJECT = ["Snakefile", "config.yaml", "data/README.md", "data/criteo_delay_quantiles.csv"]
PROJECT += ["environment.yml", "requirements.lock", "pyproject.toml", "CITATION.cff"]
PROJECT += ["LICENSE", "README.md"]  # `archive` packs these
FOLDERS = ["workflow", "profiles"]


class BuildWithProject(build_py):
    """Copy what the workflow needs next to the modules."""

    def run(self) -> None:
        """Build the modules; in an editable installation the checkout is the project."""
        super().run()
        if self.editable_mode:
            return
        files = [path for folder in FOLDERS for path in Path(folder).rglob("*") if path.is_file()]
        for path in [*map(Path, PROJECT), *files]:
            copy = Path(self.build_lib, "delayed_bandits/project", path)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


setup(cmdclass={"build_py": BuildWithProject})

"""A real SLURM of one node on loopback, in a new folder, for the user who starts it."""

import getpass
import os
import shutil
import socket
import subprocess
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

PROGRAMS = ("munged", "slurmctld", "slurmd", "srun", "sbatch", "squeue", "scontrol")
MEMORY_MB = 4000
PATIENCE = 300

CONFIGURATION = Path(__file__).with_name("slurm.conf").read_text(encoding="utf-8")

SRUN = """\
#!/bin/sh
# The executor's jobs forget SLURM_CONF.
SLURM_CONF={configuration} exec {srun} "$@"
"""


def missing():
    """The programs of SLURM that are not installed."""
    return [name for name in PROGRAMS if _program(name) is None]


@contextmanager
def slurm_node(folder):
    """Run the daemons within the block, and yield the environment of its commands."""
    folder = Path(folder).resolve()
    for name in ("state", "spool", "bin"):
        (folder / name).mkdir(parents=True)
    configuration = folder / "slurm.conf"
    given = {"user": getpass.getuser(), "folder": folder, "ports": _free_ports(2)}
    text = CONFIGURATION.format(**given, cpus=os.cpu_count(), memory=MEMORY_MB)
    configuration.write_text(text, encoding="utf-8")
    srun = folder / "bin" / "srun"
    text = SRUN.format(configuration=configuration, srun=shutil.which("srun"))
    srun.write_text(text, encoding="utf-8")
    srun.chmod(0o755)
    environment = os.environ | {"SLURM_CONF": str(configuration)}
    environment["PATH"] = f"{srun.parent}:{os.environ['PATH']}"
    with ExitStack() as stack:
        for command in (
            _munged(folder),
            ["slurmctld", "-D", "-c", "-f", configuration],
            ["slurmd", "-D", "-N", "localhost", "-f", configuration],
        ):
            stack.enter_context(_daemon(command, folder, environment))
        wait_for(lambda: _says("sinfo --noheader --format=%T", environment) == "idle", "SLURM")
        try:
            yield environment
        finally:
            _says(f"scancel --user={getpass.getuser()}", environment)
            wait_for(lambda: not _says("squeue --noheader", environment), "the end of all jobs")


def _program(name):
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/local/sbin:/usr/sbin:/sbin")


def _free_ports(count):
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def _munged(folder):
    own = folder / "munge"
    own.mkdir()
    key = own / "key"
    key.touch(mode=0o600)
    key.write_bytes(os.urandom(128))
    options = [f"--{name}-file={own}/{name}" for name in ("key", "pid", "log", "seed")]
    # --force, since munged refuses a socket that other users cannot reach
    return ["munged", "--foreground", "--force", f"--socket={folder}/socket", *options]


@contextmanager
def _daemon(command, folder, environment):
    name, *arguments = command
    with (folder / f"{name}.out").open("wb") as output:
        words = [_program(name), *arguments]
        process = subprocess.Popen(words, env=environment, stdout=output, stderr=output)
    try:
        if name == "munged":
            wait_for(lambda: (folder / "socket").exists(), "munged")
        yield
    finally:
        process.terminate()
        process.wait(timeout=30)


def _says(command, environment):
    answer = subprocess.run(command.split(), env=environment, capture_output=True, text=True)
    return answer.stdout.strip()


def wait_for(condition, name):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"waited in vain for {name}")
        time.sleep(0.1)

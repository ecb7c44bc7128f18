"""Programs that take longer to import than to run, forked off a process that has imported them."""

import atexit
import contextlib
import functools
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

# What takes longer to import than to run is imported once and then forked: of each line's run the
# process id and the exit status are printed
SERVER = """
import gc, json, os, sys, time
{imports}
gc.freeze()  # or each run would take as long to throw all this away
for line in sys.stdin:
    folder, arguments, environment, output = json.loads(line)
    if not (pid := os.fork()):
        os.chdir(folder)
        sys.argv = ["snakemake", *arguments]
        sys.executable = {python!r}
        os.environ.clear()
        os.environ.update(environment)
        time.tzset()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for i in (1, 2):
            os.dup2(os.open(f"{{output}}/{{i}}", os.O_WRONLY | os.O_CREAT), i)
        sys.exit(main(arguments))
    os.setpgid(pid, pid)
    print(pid, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""


@functools.cache
def server(imports):
    """The process that runs of the imported `main` are forked from; it ends with this one."""
    return subprocess.Popen(
        [sys.executable, "-P", "-c", SERVER.format(imports=imports, python=warm_python())],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )


@functools.cache
def warm_python():
    """Start the server of `warm_python.py`, which ends with this process; give its program."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    process = subprocess.Popen(
        [sys.executable, "-P", str(Path(__file__).with_name("warm_python.py")), folder],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    return process.stdout.readline().strip()


def run_python(*arguments, folder=None, variables=(), most=600):
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=folder,
        env=os.environ | dict(variables),
        capture_output=True,
        text=True,
        timeout=most,
        check=False,
    )


def run_forked(imports, folder, arguments, variables, most):
    """Run `main` in a folder; kill it and its jobs after `most` seconds."""
    process = server(imports)
    with tempfile.TemporaryDirectory() as output:
        process.stdin.write(json.dumps([str(folder), arguments, variables, output]) + "\n")
        group = int(process.stdout.readline())
        try:
            select.select([process.stdout], [], [], most)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
            status = int(process.stdout.readline())
        printed = [(Path(output) / name).read_text(encoding="utf-8") for name in "12"]
    return subprocess.CompletedProcess(arguments, status, *printed)


def errors(answer):
    printed = (answer.stdout + answer.stderr).splitlines()
    return [line for line in printed if line.startswith("error: ")]

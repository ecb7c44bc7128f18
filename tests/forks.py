"""Programs that start in no time, forked off a Python that has imported what takes long.

`python -P forks.py FOLDER CODE` runs the code, which defines `main`, and serves until its standard
input ends. The program FOLDER/python sends its folder, arguments, environment and files to the
server, which calls `main` with the arguments in another process, and ends as that one does. If the
program is killed, so is that process.
"""

import atexit
import functools
import gc
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CLIENT = """#!{interpreter} -SI
import json, os, socket, sys
if {cold}:
    os.execv({python!r}, [{python!r}, *sys.argv[1:]])
with socket.socket(socket.AF_UNIX) as connection:
    connection.connect({address!r})
    about = json.dumps([os.getcwd(), sys.argv[1:], dict(os.environ)]).encode()
    socket.send_fds(connection, [len(about).to_bytes(8, "big")], [0, 1, 2])
    connection.sendall(about)
    status = connection.recv(1)
os._exit(status[0] if status else 137)
"""

# The program of this code stands for Python, and with PYTHONPATH, which may change what is
# imported, it is Python; what it runs takes it for Python, too
LIBRARIES = '''
import runpy
import jinja2, jsonschema, matplotlib.figure, numba, pandas, pyarrow.parquet, scipy.stats

class Config:
    """Of the compiler's cache: its folder is chosen after the import, so read when it is used."""

    def __getattr__(self, name):
        found = getattr(numba.core.config, name)
        return os.environ.get("NUMBA_CACHE_DIR", "") if name == "CACHE_DIR" else found

numba.core.caching.config = Config()
numba.njit(lambda: 0)()
cold = 'sys.argv[1] != "-P" or sys.argv[2] == "-c" or "PYTHONPATH" in os.environ'

def main(arguments):
    sys.argv = arguments[1:]
    if sys.argv[0] == "-m":
        del sys.argv[0]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(sys.argv[0], run_name="__main__")
'''
SERVERS = []


@functools.cache
def program(code):
    """Start the server of some code, which ends with this process; give its program."""
    python = sys.executable if code == LIBRARIES else program(LIBRARIES)
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    process = subprocess.Popen(
        [python, "-P", __file__, folder, code],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    SERVERS.append(process)
    return process.stdout.readline().strip()


def run_forked(code, folder, arguments, variables, most):
    """Run `main` of the code in a folder; kill it and its jobs after `most` seconds."""
    try:
        return run([program(code), *arguments], folder, variables, most)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(arguments, -signal.SIGKILL, "", "")


def run_python(*arguments, folder=None, variables=(), most=600):
    return run([sys.executable, *map(str, arguments)], folder, os.environ | dict(variables), most)


def run(command, folder, variables, most):
    return subprocess.run(
        command,
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=most,
        check=False,
    )


def errors(answer):
    printed = (answer.stdout + answer.stderr).splitlines()
    return [line for line in printed if line.startswith("error: ")]


def serve(folder, main, cold="False"):
    """Write the program, and fork a process for each time that it is started."""
    address, written = str(folder / "socket"), folder / "python"
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen(64)
    names = {"interpreter": os.path.realpath("/proc/self/exe"), "python": sys.executable}
    text = CLIENT.format(**names, address=address, cold=cold)
    written.write_text(text, encoding="utf-8")
    if cold != "False":
        sys.executable = str(written)
    written.chmod(0o755)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    gc.freeze()  # or each process would take as long to throw all this away
    sys.stdout.write(f"{written}\n")
    sys.stdout.flush()
    while sys.stdin not in select.select([sys.stdin, listener], [], [])[0]:
        connection, _ = listener.accept()
        if not os.fork():
            listener.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            answer(connection, main)
        connection.close()


def answer(connection, main):
    """Run what a client asks for in another process; send how that ended."""
    length, files, _, _ = socket.recv_fds(connection, 8, 3)
    with connection.makefile("rb") as stream:
        folder, arguments, environment = json.loads(stream.read(int.from_bytes(length, "big")))
    if not (pid := os.fork()):
        connection.close()
        os.setsid()
        for number, file in enumerate(files):
            os.dup2(file, number)
            os.close(file)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        time.tzset()
        sys.modules["numba"].core.config.reload_config()
        sys.exit(main(arguments))
    for file in files:
        os.close(file)
    process = os.pidfd_open(pid)
    if connection in select.select([connection, process], [], [])[0]:
        os.killpg(pid, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    connection.sendall(bytes([status if status >= 0 else 128 - status]))
    os._exit(0)


if __name__ == "__main__":
    names = {"sys": sys, "os": os}
    exec(sys.argv[2], names)
    serve(Path(sys.argv[1]), names["main"], names.get("cold", "False"))

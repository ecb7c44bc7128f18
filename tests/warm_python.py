"""A Python that has imported what takes long, and forks: jobs of Snakemake start in no time.

`python -P warm_python.py FOLDER` serves until its standard input ends. The program FOLDER/python
stands for `python -P SCRIPT ...` and `python -P -m MODULE ...`: it sends its folder, arguments,
environment and files to the server, and ends as the process does that is forked for it. If it is
killed, that process is, too. With PYTHONPATH, which may change what is imported, it is Python.
"""

import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import sys
import time
from pathlib import Path

IMPORTED = (
    *("jinja2", "jsonschema", "matplotlib.figure", "pandas"),
    *("pyarrow.parquet", "scipy.stats"),
)
CLIENT = """#!{python} -SI
import json, os, socket, sys
if sys.argv[1] != "-P" or sys.argv[2] == "-c" or "PYTHONPATH" in os.environ:
    os.execv({python!r}, [{python!r}, *sys.argv[1:]])
with socket.socket(socket.AF_UNIX) as connection:
    connection.connect({address!r})
    about = json.dumps([os.getcwd(), sys.argv[2:], dict(os.environ)]).encode()
    socket.send_fds(connection, [len(about).to_bytes(8, "big")], [0, 1, 2])
    connection.sendall(about)
    status = connection.recv(1)
os._exit(status[0] if status else 137)
"""


def serve(folder):
    """Write the program, and fork a process for each time that it is started."""
    for name in IMPORTED:
        importlib.import_module(name)
    import numba

    numba.njit(lambda: 0)()
    address = str(folder / "socket")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen(64)
    program = folder / "python"
    program.write_text(CLIENT.format(python=sys.executable, address=address), encoding="utf-8")
    program.chmod(0o755)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    gc.freeze()
    sys.stdout.write(f"{program}\n")
    sys.stdout.flush()
    while sys.stdin not in select.select([sys.stdin, listener], [], [])[0]:
        connection, _ = listener.accept()
        if not os.fork():
            listener.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            answer(connection)
        connection.close()


def answer(connection):
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
        run(arguments)
    for file in files:
        os.close(file)
    process = os.pidfd_open(pid)
    if connection in select.select([connection, process], [], [])[0]:
        os.killpg(pid, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    connection.sendall(bytes([status if status >= 0 else 128 - status]))
    os._exit(0)


def run(arguments):
    """Run a script or a module with its arguments, and exit."""
    import numba

    numba.core.config.reload_config()
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        runpy.run_path(arguments[0], run_name="__main__")
    sys.exit()


if __name__ == "__main__":
    serve(Path(sys.argv[1]))

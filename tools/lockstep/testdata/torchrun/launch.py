"""Runs scripts as torchrun runs them, many in a row, without importing torch anew for every process.

Jobs come as JSON lines on standard input: {"script": path, "processes": n, "restarts": n, "folder": path, "limit":
seconds}. Each is answered by one JSON line: {"ranks": [{"exit": code, "out": text}]}, of the last attempt. The end of
standard input ends everything. Only what torchrun tells a script is imitated: the environment, and that all begin
again when one fails. Ports are free ones, on 127.0.0.1 alone.
"""
import json
import os
import signal
import socket
import sys
import time

import torch  # noqa: F401  (before the processes part, so that they share it)
import torch.distributed as dist  # noqa: F401


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def run_rank(job, rank, attempt, port, out):
    """In the process of one rank: becomes the script. It does not return."""
    os.setpgid(0, 0)
    os.chdir(job["folder"])
    os.dup2(out.fileno(), 1)
    os.dup2(out.fileno(), 2)
    sys.stdout = open(1, "w", closefd=False)
    sys.stderr = open(2, "w", closefd=False)
    os.environ.update(
        RANK=str(rank), LOCAL_RANK=str(rank), WORLD_SIZE=str(job["processes"]), MASTER_ADDR="127.0.0.1",
        MASTER_PORT=str(port), TORCHELASTIC_RESTART_COUNT=str(attempt), GLOO_SOCKET_IFNAME="lo", OMP_NUM_THREADS="1")
    code = 1
    try:
        with open(job["script"], encoding="utf-8") as f:
            exec(compile(f.read(), job["script"], "exec"), {"__name__": "__main__"})
        code = 0
    except SystemExit as e:
        code = e.code if isinstance(e.code, int) else 0 if e.code is None else 1
    except BaseException as e:
        print(f"{type(e).__name__}: {e}", file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def attempt_job(job, attempt):
    """One start of all ranks: their exits and what they wrote. When one fails, the others are ended."""
    port, files, children = free_port(), [], {}
    for rank in range(job["processes"]):
        files.append(open(os.path.join(job["folder"], f"out-{attempt}-{rank}"), "w+", encoding="utf-8"))
        pid = os.fork()
        if pid == 0:
            run_rank(job, rank, attempt, port, files[rank])
        children[pid] = rank
    exits, deadline = {}, time.monotonic() + job["limit"]
    while len(exits) < job["processes"] and time.monotonic() < deadline:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            time.sleep(0.005)
            continue
        exits[children.pop(pid)] = os.waitstatus_to_exitcode(status)
        if any(exits.values()):
            break
    for pid, rank in children.items():
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        exits[rank] = exits.get(rank)
    ranks = []
    for rank, f in enumerate(files):
        f.seek(0)
        ranks.append({"exit": exits.get(rank), "out": f.read()})
        f.close()
    return ranks


for line in sys.stdin:
    job = json.loads(line)
    for attempt in range(job["restarts"] + 1):
        ranks = attempt_job(job, attempt)
        if all(r["exit"] == 0 for r in ranks):
            break
    print(json.dumps({"ranks": ranks}), flush=True)

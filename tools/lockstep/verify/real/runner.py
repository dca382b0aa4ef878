"""Runs scenarios as real processes, one a rank, on 127.0.0.1 with Gloo.

Jobs come as JSON lines on standard input: {"scenario": …, "runs": n, "limit": seconds}. Answers go as JSON lines to
standard output: first {"torch": …, "python": …, "lookup": seconds} or {"error": …}, then for each run
{"run": i, "ranks": […]} in the form of the run result, and {"done": true} after each job. The end of standard input
ends everything at once: whoever started this can never leave a process behind.

torch is imported once; each rank is then forked from this process, which never makes a process group itself. It
knows processes and time; what a call does is known to rank.py alone.
"""
import json
import os
import random
import resource
import select
import signal
import socket
import sys
import tempfile
import threading
import time

ANSWERS = os.dup(1)
os.dup2(2, 1)  # whatever a library prints must not mix with the answers


def answer(**fields):
    data = (json.dumps(fields, ensure_ascii=False) + "\n").encode()
    while data:
        data = data[os.write(ANSWERS, data):]


class Jobs:
    """The lines of standard input, and whether it has ended."""

    def __init__(self):
        self.waiting, self.rest, self.closed = [], b"", False

    def fill(self):
        """Reads what there is; blocks if there is nothing."""
        data = os.read(0, 1 << 16)
        self.closed = not data
        *lines, self.rest = (self.rest + data).split(b"\n")
        self.waiting += [line for line in lines if line.strip()]

    def next(self):
        """The next job, or None at the end."""
        while not self.waiting and not self.closed:
            self.fill()
        return json.loads(self.waiting.pop(0)) if self.waiting else None


def lookup_seconds():
    """How long the name of ::ffff:127.0.0.1 takes: the store looks it up for every client, and waits for the answer."""
    took = []

    def look():
        begun = time.monotonic()
        try:
            socket.getnameinfo(("::ffff:127.0.0.1", 9), 0)
        except OSError:
            pass
        took.append(time.monotonic() - begun)

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    thread.join(5)
    return took[0] if took else 5.0


def free_ports(count):
    """Consecutive free ports below the range that the system hands out by itself."""
    while True:
        base = random.randrange(12000, 32000)
        held = []
        try:
            for i in range(count):
                s = socket.socket()
                held.append(s)
                s.bind(("127.0.0.1", base + i))
            return [base + i for i in range(count)]
        except OSError:
            continue
        finally:
            for s in held:
                s.close()


class Child:
    """One rank's process as its controller sees it."""

    def __init__(self, index, pid, lines, back, log):
        self.index, self.pid, self.lines, self.back, self.log = index, pid, lines, back, log
        self.steps, self.rest = [], b""
        self.ready = self.joined = self.ended = False
        self.status = None  # of waitpid, once it is gone

    def go(self):
        try:
            os.write(self.back, b"g")
        except OSError:
            pass  # it is gone; waitpid will say how

    def signal(self, sig):
        if self.status is None:
            os.kill(self.pid, sig)

    def reap(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def told(self, line):
        what = line.pop("what")
        if what == "begin":
            if not self.steps or self.steps[-1].get("step") != line["step"]:
                self.steps.append({"step": line["step"], "op": line["op"]})
            if "start" in line:
                self.steps[-1]["start"] = line["start"]
        elif what == "end":
            self.steps[-1].update({k: v for k, v in line.items() if k != "t" and (v is not None or k == "output")})
        elif what in ("ready", "joined", "ended"):
            setattr(self, what, True)
        return what


class Run:
    """One run of a scenario: starts the processes, strikes the faults, keeps the time."""

    def __init__(self, scenario, limit):
        import form
        self.scenario, self.seconds = scenario, form.seconds
        count = scenario["world_size"]
        if not scenario.get("auto_init", True) and scenario.get("ranks"):
            count = len(scenario["ranks"])
        starts = [r.get("start", "0s") for r in scenario.get("ranks", [])] + ["0s"] * count
        self.absent = [i for i in range(count) if starts[i] == "never"]
        self.late = any(starts[i] not in ("0s", "never") for i in range(count)) or bool(self.absent)
        self.count, self.ports = count, free_ports(4)
        self.limit = min(limit, self.seconds(scenario["stop_after"])) if "stop_after" in scenario else limit
        self.timers = []  # (time, number, what to do)
        self.children = {}

    def at(self, when, do):
        self.timers.append((when, len(self.timers), do))
        self.timers.sort()

    def start(self):
        """Forks the ranks. In a child it returns that rank's Process, in the controller None."""
        for i in range(self.count):
            if i in self.absent:
                continue
            out_r, out_w = os.pipe()
            in_r, in_w = os.pipe()
            log = tempfile.TemporaryFile()
            pid = os.fork()
            if pid == 0:
                for other in self.children.values():
                    os.close(other.lines)
                    os.close(other.back)
                os.close(out_r)
                os.close(in_w)
                os.close(0)
                os.dup2(log.fileno(), 1)
                os.dup2(log.fileno(), 2)
                sys.stdout = open(1, "w", closefd=False)
                sys.stderr = open(2, "w", closefd=False)
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
                die_with_parent()
                import rank
                return rank.Process(i, self.scenario, self.ports, rank.Told(out_w, in_r))
            os.close(out_w)
            os.close(in_r)
            self.children[i] = Child(i, pid, out_r, in_w, log)
        return None

    def watch(self, jobs):
        """Until all are gone or the time is over; gives the ranks in the form of the run result."""
        alive = dict(self.children)
        started = joined = False
        begun, deadline, released = None, time.monotonic() + 60 + self.limit, False
        open_lines = {c.lines: c for c in self.children.values()}
        while True:
            for c in list(alive.values()):
                if c.reap():
                    del alive[c.index]
            now = time.monotonic()
            if not started and all(c.ready or c.index not in alive for c in self.children.values()):
                started, begun = True, now
                deadline = now + self.limit
                for c in self.children.values():
                    c.go()
                    if c.index == 0:
                        # The host of the store a hair earlier: a client that finds nobody listening backs off for
                        # up to a second, which says nothing about the program.
                        time.sleep(0.02)
                if self.late or not self.scenario.get("auto_init", True):
                    self.schedule_faults(now)
            if started and not joined and self.scenario.get("auto_init", True):
                waiting = [c for c in alive.values() if not c.joined and not c.ended]
                if self.late:  # with late starters the programs begin as each has joined
                    for c in alive.values():
                        if c.joined is True:
                            c.go()
                            c.joined = "gone on"
                elif not waiting:
                    joined, begun = True, now
                    deadline = now + self.limit
                    for c in alive.values():
                        if c.joined:
                            c.go()
                    self.schedule_faults(now)
            if started and not released and all(c.ended or c.index not in alive for c in self.children.values()):
                released = True
                for c in alive.values():
                    c.go()
            while self.timers and self.timers[0][0] <= now:
                self.timers.pop(0)[2]()
            if not alive and not open_lines or now >= deadline or jobs.closed:
                break
            until = min([deadline, now + 0.05 if alive else now + 0.2] + [t[0] for t in self.timers])
            for fd in select.select([0, *open_lines], [], [], max(0, until - now))[0]:
                jobs.fill() if fd == 0 else self.read(open_lines[fd], open_lines)
        self.kill(alive)
        return [self.rank(i, begun or now, alive) for i in range(self.count)]

    def read(self, c, open_lines):
        data = os.read(c.lines, 1 << 20)
        if not data:
            del open_lines[c.lines]
            return
        *whole, c.rest = (c.rest + data).split(b"\n")
        for raw in whole:
            line = json.loads(raw)
            what = c.told(line)
            if what == "stopping" and line["after"] is not None:
                self.at(line["t"] + line["after"], lambda c=c: c.signal(signal.SIGCONT))
            elif what == "strike":
                self.strike_at_op(c, line["step"])

    def kill(self, alive):
        for c in alive.values():
            c.signal(signal.SIGKILL)
        for c in alive.values():
            os.waitpid(c.pid, 0)
        for c in self.children.values():
            os.close(c.lines)
            os.close(c.back)

    # -- faults from outside ---------------------------------------------------

    def schedule_faults(self, now):
        for fault in self.scenario.get("faults", []):
            if "time" in fault.get("at", {}) and fault["rank"] in self.children:
                c = self.children[fault["rank"]]
                self.at(now + self.seconds(fault["at"]["time"]), lambda c=c, f=fault: self.strike(c, f))

    def strike_at_op(self, c, step):
        for fault in self.scenario.get("faults", []):
            if fault["rank"] == c.index and fault.get("at", {}).get("op") == step:
                if fault["at"].get("phase") == "during":
                    # From outside nobody can see the first message leave; by then it has.
                    self.at(time.monotonic() + 0.1, lambda f=fault: self.strike(c, f))
                else:
                    self.strike(c, fault)
                    c.go()  # it waits for this byte, stopped or not

    def strike(self, c, fault):
        if fault["kind"] == "crash":
            c.signal(signal.SIGKILL)
        elif fault["kind"] == "freeze":
            c.signal(signal.SIGSTOP)
            if fault.get("for"):
                self.at(time.monotonic() + self.seconds(fault["for"]), lambda: c.signal(signal.SIGCONT))

    # -- the result -------------------------------------------------------------

    def rank(self, i, begun, stopped):
        if i in self.absent:
            return {"rank": i, "exit": None, "steps": []}
        c = self.children[i]
        exit_code = None if i in stopped else c.status
        steps = []
        result = {"rank": i, "exit": exit_code, "steps": steps}
        for s in c.steps:
            step = {k: s[k] for k in ("op", "status", "when", "output", "error_type", "message", "buffer") if k in s}
            if "status" not in s:
                step["status"] = "hang" if i in stopped else "killed"
                if step["status"] == "hang":
                    step["when"] = "never"
            if "start" in s:
                step["start"] = round(s["start"] - begun, 6)
                if "took" in s:
                    step["end"] = round(s["start"] + s["took"] - begun, 6)
            if s["step"] >= 0:
                steps.append(step)
            elif step["status"] != "ok":
                result["joining"] = step  # what came before step 0 and failed
        if exit_code is not None and exit_code < 0:
            c.log.seek(0)
            text = c.log.read().decode(errors="replace").splitlines()
            lines = [t for t in text if t.startswith(("terminate called", "  what()"))]
            if lines:
                result["stderr"] = lines
        c.log.close()
        return result


def die_with_parent():
    """On Linux a rank is killed by the kernel if the controller dies; elsewhere the pipes' ends tell it."""
    try:
        import ctypes
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except (AttributeError, OSError):
        pass


def main():
    """In the controller it returns None at the end; in a forked rank, its Process to run."""
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo0" if sys.platform == "darwin" else "lo")
    os.environ["OMP_NUM_THREADS"] = "1"
    try:
        import torch
        import torch.distributed as dist
    except ImportError as e:
        answer(error=str(e))
        return None
    if not dist.is_available() or not dist.is_gloo_available():
        answer(error="this torch was built without Gloo")
        return None
    answer(torch=torch.__version__, python=sys.version.split()[0], lookup=lookup_seconds())
    jobs = Jobs()
    while (job := jobs.next()) is not None:
        for i in range(job.get("runs", 1)):
            run = Run(job["scenario"], job.get("limit", 60.0))
            process = run.start()
            if process is not None:
                os.close(ANSWERS)
                return process
            ranks = run.watch(jobs)
            if jobs.closed:
                return None
            answer(run=i, ranks=ranks)
        answer(done=True)
    return None


if __name__ == "__main__":
    mine = main()
    if mine is not None:
        mine.run()

"""One rank's process: makes the calls of its program on the real
torch.distributed and tells, one JSON line each, how every call went.

It knows one program. It never knows the other ranks, nor what the engine says.
"""
import json
import os
import select
import time

import torch.distributed as dist

import calls
import form


class Told:
    """The two pipes to the controller: lines to it, single bytes from it."""

    def __init__(self, to, back):
        self.to, self.back = to, back

    def tell(self, what, **fields):
        line = json.dumps(dict(fields, what=what, t=time.monotonic()), ensure_ascii=False)
        data = line.encode() + b"\n"
        while data:
            data = data[os.write(self.to, data):]

    def await_go(self, limit=None):
        """Waits for the controller's next byte, at most limit seconds; an end of file is one as well."""
        if select.select([self.back], [], [], limit)[0]:
            os.read(self.back, 1)


class Process:
    def __init__(self, index, scenario, ports, told):
        self.index, self.scenario, self.ports, self.told = index, scenario, ports, told
        ranks = scenario.get("ranks", [])
        mine = ranks[index] if index < len(ranks) else {}
        self.program = mine.get("program", scenario.get("program", []))
        specs = {**scenario.get("tensors", {}), **mine.get("tensors", {})}
        named = {name: form.tensor(spec, index, scenario.get("seed", 0), name) for name, spec in specs.items()}
        self.calls = calls.Calls(index, scenario, ports, named)
        self.start = mine.get("start", "0s")
        self.timeout = form.seconds(scenario.get("timeout", "30m"))
        self.step = 0  # counts the calls, also those inside repeat
        # Faults that strike this rank at a call: the controller must know when it begins.
        self.watched = {f["at"]["op"]: f for f in scenario.get("faults", [])
                        if f["rank"] == index and "op" in f.get("at", {})}

    def run(self):
        """The whole life; raises what the program does not catch."""
        env = {"RANK": str(self.index), "WORLD_SIZE": str(self.scenario["world_size"]),
               "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(self.ports[0]),
               "TORCH_DISTRIBUTED_DEBUG": self.scenario.get("debug", "OFF")}
        os.environ.update(env)
        if self.scenario.get("debug", "OFF") != "OFF":
            dist.set_debug_level_from_env()  # torch was imported before this process was forked
        self.told.tell("ready")
        self.told.await_go()
        error = None
        try:
            if self.start != "0s":
                time.sleep(form.seconds(self.start))
            if self.scenario.get("auto_init", True):
                self.join()
            self.run_program(self.program)
        except Exception as e:  # its step has been told
            error = e
        self.told.tell("ended", exit=0 if error is None else 1)
        if self.scenario.get("at_end", "exit") == "linger":
            linger = self.scenario.get("linger")
            self.told.await_go(form.seconds(linger) if linger else 2 * self.timeout + 2)
            os._exit(0 if error is None else 1)
        if error is not None:
            raise error

    def join(self):
        """What happens before step 0. Its failure is no step of the program, but has to be seen."""
        begun = time.monotonic()
        op = {"op": "init_process_group"}
        self.told.tell("begin", step=-1, op=op["op"], start=begun)
        try:
            self.calls.make(op)
        except Exception as e:
            self.told_error(-1, op, e, begun)
            raise
        self.told.tell("end", step=-1, status="ok", start=begun, took=time.monotonic() - begun, output=None)
        # Lined up, so that step 0 begins on all ranks at once.
        self.told.tell("joined")
        self.told.await_go()

    def run_program(self, ops):
        for op in ops:
            if op["op"] == "repeat":
                for _ in range(op["times"]):
                    self.run_program(op["body"])
            else:
                self.run_op(op)

    def run_op(self, op):
        step = self.step
        self.step += 1
        fault = self.watched.get(step)
        if fault and fault["at"].get("phase") != "during":
            self.told.tell("begin", step=step, op=op["op"])
            self.told.tell("strike", step=step)
            self.told.await_go()
        begun = time.monotonic()
        self.told.tell("begin", step=step, op=op["op"], start=begun)
        if fault and fault["at"].get("phase") == "during":
            self.told.tell("strike", step=step)
        if op["op"] == "sigstop":
            self.told.tell("stopping", after=form.seconds(op["cont_after"]) if "cont_after" in op else None)
        try:
            result = self.calls.make(op, step)
        except Exception as e:
            self.told_error(step, op, e, begun)
            if not op.get("catch"):
                raise
            return
        took = time.monotonic() - begun
        self.told.tell("end", step=step, status="ok", start=begun, took=took,
                       when=self.when(op, took), output=form.output(result))

    def told_error(self, step, op, error, begun):
        took = time.monotonic() - begun
        last = self.calls.last
        fields = {"buffer": form.written(last)} if last is not None else {}
        self.told.tell("end", step=step, status="error", start=begun, took=took, when=self.when(op, took),
                       error_type=type(error).__name__, message=form.message(error, self.ports), **fields)

    def when(self, op, took):
        """The class of a duration against T, as the scenario's contract draws the lines."""
        if op["op"] in ("sleep", "compute", "load_data", "raise", "local"):
            return None
        t = form.seconds(op["timeout"]) if "timeout" in op else self.timeout
        if took < min(0.75, 0.3 * t):
            return "immediate"
        if abs(took - t) <= max(0.45, 0.15 * t):
            return "at_timeout"
        return "delayed" if took < t else "late"

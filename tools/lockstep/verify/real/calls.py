"""The calls of a program, each as torch.distributed takes it: one method an op of the scenario file, that gives the
op's output or raises what torch raises.

It knows arguments and results. When a call is made, and what becomes of its outcome, is the business of rank.py.
"""
import datetime
import os
import signal
import time

import torch
import torch.distributed as dist

import form


class Calls:
    """What calls share within one process: tensors, handles, groups, the store."""

    def __init__(self, index, scenario, ports, tensors):
        self.index, self.ports, self.tensors = index, ports, tensors
        self.world_size, self.seed = scenario["world_size"], scenario.get("seed", 0)
        self.timeout = form.seconds(scenario.get("timeout", "30m"))
        self.works = {}   # handle name -> (Work or None, what its result is)
        self.groups = {}  # group name -> ProcessGroup
        self.store = None
        self.last = None  # the tensor of the call being made
        self.step = self.literals = 0  # which call it is, and how many tensors were written into it so far
        self.stretch = 1.0  # how many times as long compute takes
        for fault in scenario.get("faults", []):
            if fault["kind"] == "slow" and fault["rank"] == index:
                self.stretch *= fault.get("factor", 1.0)

    def make(self, op, step=-1):
        """Makes the call; last is then its tensor, if it has one."""
        self.last, self.step, self.literals = None, step, 0
        return getattr(self, op["op"])(op)

    # -- arguments -----------------------------------------------------------

    def value(self, v):
        if isinstance(v, str):
            return self.tensors[v]
        self.literals += 1
        return form.tensor(v, self.index, self.seed, f"{self.step}.{self.literals}")

    def tensor(self, op):
        self.last = self.value(op["tensor"])
        return self.last

    def values(self, op, key):
        return [self.value(v) for v in op[key]] if op.get(key) is not None else None

    def one(self, v):
        return self.value(v[0] if isinstance(v, list) else v)

    def group(self, op):
        return self.groups[op["group"]] if "group" in op else None

    def reduce_op(self, op):
        name = op.get("reduce_op", "SUM")
        if name == "PREMUL_SUM" and "factor" in op:
            return dist._make_nccl_premul_sum(form.number(op["factor"]))
        return getattr(dist.ReduceOp, name)

    def delta(self, op, key="timeout"):
        return datetime.timedelta(seconds=form.seconds(op[key])) if key in op else None

    def gave(self, op, work, result):
        """The output of a call that may be asynchronous."""
        if not op.get("async"):
            return result
        self.works[op.get("as", "")] = (work, result)
        return {"returned": type(work).__name__}

    # -- collectives ---------------------------------------------------------

    def all_reduce(self, op):
        t = self.tensor(op)
        work = dist.all_reduce(t, op=self.reduce_op(op), group=self.group(op), async_op=bool(op.get("async")))
        return self.gave(op, work, t)

    def broadcast(self, op):
        t = self.tensor(op)
        work = dist.broadcast(t, src=op["src"], group=self.group(op), async_op=bool(op.get("async")))
        return self.gave(op, work, t)

    def reduce(self, op):
        t = self.tensor(op)
        work = dist.reduce(t, dst=op["dst"], op=self.reduce_op(op), group=self.group(op), async_op=bool(op.get("async")))
        return self.gave(op, work, t)

    def all_gather(self, op):
        t, group = self.tensor(op), self.group(op)
        out = self.values(op, "out")
        if out is None:
            out = [torch.zeros_like(t) for _ in range(self.size_of(group))]
        return self.gave(op, dist.all_gather(out, t, group=group, async_op=bool(op.get("async"))), out)

    def size_of(self, group):
        """How many entries a list that was not given has; before init, any length will do to see the error."""
        return dist.get_world_size(group) if dist.is_initialized() else self.world_size

    def all_gather_into_tensor(self, op):
        t, group = self.tensor(op), self.group(op)
        if op.get("out") is not None:
            out = self.one(op["out"])
        else:
            out = t.new_zeros([self.size_of(group) * t.shape[0], *t.shape[1:]] if t.dim() else [self.size_of(group)])
        return self.gave(op, dist.all_gather_into_tensor(out, t, group=group, async_op=bool(op.get("async"))), out)

    all_gather_single = all_gather_into_tensor

    def gather(self, op):
        t, group = self.tensor(op), self.group(op)
        give = op.get("give_list", self.my_rank() == op["dst"])
        out = self.values(op, "out") if give else None
        if give and out is None:
            out = [torch.zeros_like(t) for _ in range(self.size_of(group))]
        work = dist.gather(t, out, dst=op["dst"], group=group, async_op=bool(op.get("async")))
        return self.gave(op, work, out)

    def my_rank(self):
        return dist.get_rank() if dist.is_initialized() else int(os.environ.get("RANK", self.index))

    def scatter(self, op):
        t = self.tensor(op)
        work = dist.scatter(t, self.values(op, "list"), src=op["src"], group=self.group(op), async_op=bool(op.get("async")))
        return self.gave(op, work, t)

    def reduce_scatter(self, op):
        t = self.tensor(op)
        work = dist.reduce_scatter(t, self.values(op, "list"), op=self.reduce_op(op), group=self.group(op),
                                   async_op=bool(op.get("async")))
        return self.gave(op, work, t)

    def reduce_scatter_tensor(self, op):
        t = self.tensor(op)
        work = dist.reduce_scatter_tensor(t, self.one(op["input"]), op=self.reduce_op(op), group=self.group(op),
                                          async_op=bool(op.get("async")))
        return self.gave(op, work, t)

    reduce_scatter_single = reduce_scatter_tensor

    def all_to_all(self, op):
        given, out = self.values(op, "list"), self.values(op, "out")
        if out is None:
            out = [torch.zeros_like(t) for t in given]
        return self.gave(op, dist.all_to_all(out, given, group=self.group(op), async_op=bool(op.get("async"))), out)

    def all_to_all_single(self, op):
        t = self.tensor(op)
        out = self.one(op["out"]) if op.get("out") is not None else torch.zeros_like(t)
        work = dist.all_to_all_single(out, t, output_split_sizes=op.get("output_split_sizes"),
                                      input_split_sizes=op.get("input_split_sizes"), group=self.group(op),
                                      async_op=bool(op.get("async")))
        return self.gave(op, work, out)

    def barrier(self, op):
        return self.gave(op, dist.barrier(group=self.group(op), async_op=bool(op.get("async"))), None)

    def monitored_barrier(self, op):
        dist.monitored_barrier(group=self.group(op), timeout=self.delta(op), wait_all_ranks=op.get("wait_all_ranks", False))

    # -- point to point ------------------------------------------------------

    def send(self, op):
        dist.send(self.tensor(op), dst=op["dst"], group=self.group(op), tag=op.get("tag", 0))

    def recv(self, op):
        t = self.tensor(op)
        source = dist.recv(t, src=op.get("src"), group=self.group(op), tag=op.get("tag", 0))
        return {"returned": source, "tensor": t}

    def isend(self, op):
        t = self.tensor(op)
        work = dist.isend(t, dst=op["dst"], group=self.group(op), tag=op.get("tag", 0))
        return self.gave(dict(op, **{"async": True}), work, t)

    def irecv(self, op):
        t = self.tensor(op)
        work = dist.irecv(t, src=op.get("src"), group=self.group(op), tag=op.get("tag", 0))
        return self.gave(dict(op, **{"async": True}), work, t)

    def wait(self, op):
        work, result = self.works[op["id"]]
        returned = work.wait() if "timeout" not in op else work.wait(self.delta(op))
        return {"returned": returned, "result": result}

    def poll(self, op):
        work, _ = self.works[op["id"]]
        return {"is_completed": work.is_completed()}

    # -- objects -------------------------------------------------------------

    def all_gather_object(self, op):
        group = self.group(op)
        out = [None] * op.get("slots", self.size_of(group))
        dist.all_gather_object(out, op.get("obj"), group=group)
        return out

    def gather_object(self, op):
        group = self.group(op)
        out = [None] * op.get("slots", self.size_of(group)) if self.my_rank() == op["dst"] else None
        dist.gather_object(op.get("obj"), out, dst=op["dst"], group=group)
        return out

    def broadcast_object_list(self, op):
        objects = list(op["list"])
        dist.broadcast_object_list(objects, src=op["src"], group=self.group(op))
        return objects

    def scatter_object_list(self, op):
        out = [None]
        dist.scatter_object_list(out, op.get("list"), src=op["src"], group=self.group(op))
        return out

    # -- groups --------------------------------------------------------------

    def new_group(self, op):
        # torch's own default here is 30 minutes, whatever the world's timeout is; a scenario means its own.
        timeout = self.delta(op) or datetime.timedelta(seconds=self.timeout)
        group = dist.new_group(op.get("ranks"), timeout=timeout)
        self.groups[op["as"]] = group
        member = group is not dist.GroupMember.NON_GROUP_MEMBER
        return {"member": member, "group_rank": dist.get_rank(group), "group_size": dist.get_world_size(group)}

    def init_process_group(self, op):
        for key, v in op.get("env", {}).items():
            if v is None:
                os.environ.pop(key, None)
            else:
                os.environ[key] = self.with_ports(str(v))
        args = {"rank": op["rank"]} if "rank" in op else {}
        if "world_size" in op:
            args["world_size"] = op["world_size"]
        if "init_method" in op:
            args["init_method"] = self.with_ports(op["init_method"])
        timeout = self.delta(op) or datetime.timedelta(seconds=self.timeout)
        dist.init_process_group("gloo", timeout=timeout, **args)
        return {"rank": dist.get_rank(), "world_size": dist.get_world_size(), "backend": dist.get_backend()}

    def with_ports(self, text):
        for i in range(len(self.ports) - 1, 0, -1):
            text = text.replace(f"$PORT{i}", str(self.ports[i]))
        return text.replace("$PORT", str(self.ports[0]))

    def destroy_process_group(self, op):
        dist.destroy_process_group(self.group(op))

    def query(self, op):
        if not dist.is_initialized():
            return {"is_initialized": False}
        return {"is_initialized": True, "rank": dist.get_rank(), "world_size": dist.get_world_size()}

    # -- the store -----------------------------------------------------------

    def store_create(self, op):
        timeout = self.delta(op) or datetime.timedelta(seconds=self.timeout)
        size = op.get("world_size")
        self.store = dist.TCPStore("127.0.0.1", self.ports[0] + op.get("port_offset", 0), size, op.get("is_master", False),
                                   timeout=timeout, wait_for_workers=op.get("wait_for_workers", True))

    def key(self, op):
        return op["key"] if "key" in op else op["keys"][0]

    def store_set(self, op):
        self.store.set(self.key(op), op.get("value", ""))

    def store_get(self, op):
        return self.store.get(self.key(op)).decode()

    def store_add(self, op):
        return self.store.add(self.key(op), op.get("amount", 0))

    def store_wait(self, op):
        keys = op["keys"] if "keys" in op else [op["key"]]
        self.store.wait(keys, self.delta(op)) if "timeout" in op else self.store.wait(keys)

    def store_compare_set(self, op):
        return self.store.compare_set(self.key(op), op.get("expected", ""), op.get("desired", "")).decode()

    def store_delete(self, op):
        return self.store.delete_key(self.key(op))

    def store_num_keys(self, op):
        return self.store.num_keys()

    # -- time and ends -------------------------------------------------------

    def sleep(self, op):
        time.sleep(form.seconds(op["for"]))

    load_data = sleep

    def compute(self, op):
        time.sleep(form.seconds(op["for"]) * self.stretch)

    def os_exit(self, op):
        os._exit(op.get("code", 0))

    def sigkill_self(self, op):
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(60)

    def sigstop(self, op):
        os.kill(os.getpid(), signal.SIGSTOP)


def raises(self, op):
    raise RuntimeError(op.get("message", ""))


setattr(Calls, "raise", raises)  # a keyword, so it cannot be a def in the class

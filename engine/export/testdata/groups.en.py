# Groups, pairs, local code, loops, checkpoints
#
#     torchrun --nproc-per-node=3 groups_pairs_local_code_loops_checkpoint.py
#
# Real processes on one machine: CPU, a Gloo group over TCP. Times are this machine's;
# they say nothing about GPUs, NCCL or real networks.
import os
import pathlib
import re
from datetime import timedelta

import torch
import torch.distributed as dist


def show(name, value):
    def plain(v):
        if isinstance(v, torch.Tensor):
            return v.tolist()
        return [plain(x) for x in v] if isinstance(v, list) else v

    # One write a line, so that the ranks' lines do not mix.
    print(f"rank {rank}: {name} = {plain(value)}\n", end="", flush=True)


class Checkpoint(dict):
    step = 0

    @property
    def state(self):
        return dict(self)


def _part(step, who):
    folder = pathlib.Path(os.environ.get("CHECKPOINTS", "checkpoints"))
    folder.mkdir(exist_ok=True)
    return folder / f"step{step}-{who}.pt"


def _whole(step, who):
    for name in (f"rank{who}", "all"):
        try:
            return torch.load(_part(step, name))
        except Exception:
            continue  # it is not there, or not whole


def _saved_steps():
    names = (re.match(r"step(\d+)-", p.name) for p in _part(0, "").parent.iterdir())
    return sorted({int(m[1]) for m in names if m}, reverse=True)


def save_checkpoint(step, state, shared=False):
    if step is None:
        step = max(_saved_steps(), default=-1) + 1
    torch.save(state, _part(step, "all" if shared else f"rank{rank}"))


def load_checkpoint(step=None, mine=False):
    for s in _saved_steps() if step is None else [step]:
        ranks = [rank] if mine or step is not None else range(world_size)
        parts = {r: _whole(s, r) for r in ranks}
        if all(p is not None for p in parts.values()):
            found = Checkpoint(parts[rank])
            found.step = s
            return found
    if step is not None:
        raise FileNotFoundError(f"no whole checkpoint of step {step}")


# ① Who starts the processes: torchrun starts 3 copies of this file and tells each its
#   place.
rank = int(os.environ["RANK"])
world_size = int(os.environ["WORLD_SIZE"])

# ② Where the group is made: all meet at MASTER_ADDR:MASTER_PORT and connect with each
#   other.
dist.init_process_group("gloo", timeout=timedelta(seconds=20))

# ③ The same control flow: yes, every rank makes the same calls in the same order.
x = torch.full((2,), rank, dtype=torch.float32)

g = dist.new_group([0, 2], timeout=timedelta(seconds=20))
dist.all_reduce(x, op=dist.ReduceOp.SUM, group=g)
show("x", x)
x = x / world_size + rank
for _ in range(3):
    dist.all_reduce(x, op=dist.ReduceOp.SUM)
    show("x", x)
    x = x / world_size
save_checkpoint(1, {"x": x})
dist.barrier()
x *= 100
y = x[1:] @ x[1:]
checkpoint = load_checkpoint()
if checkpoint is not None:
    x.copy_(checkpoint["x"])
dist.all_reduce(x, op=dist.ReduceOp.SUM)
show("x", x)
dist.all_reduce(y, op=dist.ReduceOp.MAX)
show("y", y)

# ④ How it is cleaned up: the group goes, its connections close, the process ends with
#   0.
dist.destroy_process_group()

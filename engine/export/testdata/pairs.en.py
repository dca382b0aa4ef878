# From rank to rank
#
#     torchrun --nproc-per-node=2 from_rank_to_rank.py
#
# Real processes on one machine: CPU, a Gloo group over TCP. Times are this machine's;
# they say nothing about GPUs, NCCL or real networks.
import os
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


# ① Who starts the processes: torchrun starts 2 copies of this file and tells each its
#   place.
rank = int(os.environ["RANK"])
world_size = int(os.environ["WORLD_SIZE"])

# ② Where the group is made: all meet at MASTER_ADDR:MASTER_PORT and connect with each
#   other.
dist.init_process_group("gloo", timeout=timedelta(seconds=20))

# ③ The same control flow: no, the ranks part; calls pair by their order, so compare
#   the branches.
x = torch.tensor([1.5, -2.0], dtype=torch.float32)
y = torch.tensor([0.0, 0.0], dtype=torch.float32)

if rank == 0:
    dist.send(x, dst=1, tag=3)
    s = dist.isend(x, dst=1)
    s.wait()
    show("x", x)
    dist.recv(y)
    show("y", y)
else:
    dist.recv(y, src=0, tag=3)
    show("y", y)
    r = dist.irecv(y, src=0)
    r.wait()
    show("y", y)
    try:
        t = torch.tensor([float("nan")], dtype=torch.float32)
        dist.all_reduce(t, op=dist.ReduceOp.PREMUL_SUM)
        show("t", t)
    except Exception as error:
        print(f"rank {rank}: {type(error).__name__}: {error}\n", end="", flush=True)
    dist.send(y, dst=0)

# ④ How it is cleaned up: the group goes, its connections close, the process ends with
#   0.
dist.destroy_process_group()

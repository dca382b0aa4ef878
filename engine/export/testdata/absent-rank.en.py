# An absent rank
#
#     torchrun --nproc-per-node=3 an_absent_rank.py
#
# Real processes on one machine: CPU, a Gloo group over TCP. Times are this machine's;
# they say nothing about GPUs, NCCL or real networks.
import os
import sys
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


# ① Who starts the processes: torchrun starts 3 copies of this file and tells each its
#   place.
rank = int(os.environ["RANK"])
world_size = int(os.environ["WORLD_SIZE"])
if rank == 2:
    sys.exit()  # never starts in the scenario

# ② Where the group is made: all meet at MASTER_ADDR:MASTER_PORT and connect with each
#   other.
dist.init_process_group("gloo", timeout=timedelta(seconds=3))

# ③ The same control flow: yes, every rank makes the same calls in the same order.
x = torch.tensor([1.0], dtype=torch.float32)

dist.all_reduce(x, op=dist.ReduceOp.SUM)
show("x", x)

# ④ How it is cleaned up: the group goes, its connections close, the process ends with
#   0.
dist.destroy_process_group()

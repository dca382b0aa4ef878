# Three ranks, one of them slow
#
#     torchrun --nproc-per-node=3 three_ranks_one_of_them_slow.py
#
# Real processes on one machine: CPU, a Gloo group over TCP. Times are this machine's;
# they say nothing about GPUs, NCCL or real networks.
import os
import time

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

# ② Where the group is made: all meet at MASTER_ADDR:MASTER_PORT and connect with each
#   other.
dist.init_process_group("gloo")

# ③ The same control flow: yes, the calls are the same; the work beside them differs.
g = torch.full((1,), rank, dtype=torch.float32)

if rank != 2:
    time.sleep(0.002)  # compute
else:
    time.sleep(0.009)  # compute
dist.all_reduce(g, op=dist.ReduceOp.SUM)
show("g", g)
if rank != 2:
    time.sleep(0.002)  # compute
else:
    time.sleep(0.009)  # compute
dist.all_reduce(g, op=dist.ReduceOp.SUM)
show("g", g)

# ④ How it is cleaned up: the group goes, its connections close, the process ends with
#   0.
dist.destroy_process_group()

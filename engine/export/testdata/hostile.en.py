# a import os; os.abort()
#
#     torchrun --nproc-per-node=2 a_import_os_os_abort.py
#
# Real processes on one machine: CPU, a Gloo group over TCP. Times are this machine's;
# they say nothing about GPUs, NCCL or real networks.
import os

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
dist.init_process_group("gloo")

# ③ The same control flow: yes, every rank makes the same calls in the same order.
lambda_ = torch.tensor([True], dtype=torch.bool)
rank_ = torch.tensor([1.0], dtype=torch.float32)
sum = torch.tensor([1], dtype=torch.int8)

work_os = dist.all_reduce(rank_, op=dist.ReduceOp.SUM, async_op=True)
work_os.wait()
show("rank_", rank_)
dist.all_reduce(sum, op=dist.ReduceOp.SUM)
show("sum", sum)
objects = ["\"); os.abort() #", {"k'\"\\": None}]
dist.broadcast_object_list(objects, src=0)
show("objects", objects)
raise RuntimeError("\"\n\\")

# ④ How it is cleaned up: the group goes, its connections close, the process ends with
#   0.
dist.destroy_process_group()

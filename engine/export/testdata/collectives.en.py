# Every collective
#
#     torchrun --nproc-per-node=3 every_collective.py
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


def _splitmix(state):
    mask = (1 << 64) - 1
    while True:
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        yield z ^ (z >> 31)


def random(seed, size=None, dtype=torch.float32):
    dtype = getattr(torch, dtype) if isinstance(dtype, str) else dtype
    numbers = _splitmix(seed & ((1 << 64) - 1))
    if size is None:
        return (next(numbers) >> 11) / (1 << 53)
    size = [size] if isinstance(size, int) else list(size)
    count = torch.Size(size).numel()
    if dtype.is_floating_point:
        data = [(next(numbers) >> 57) / 64 - 1 for _ in range(count)]
    elif dtype == torch.bool:
        data = [next(numbers) >> 63 for _ in range(count)]
    else:
        low = 0 if dtype == torch.uint8 else 10
        data = [((next(numbers) >> 32) * 21 >> 32) - low for _ in range(count)]
    return torch.tensor(data, dtype=torch.float64).to(dtype).reshape(size)


def random_fill(seed, salt, size, dtype):  # FNV-1a over seed, rank and salt
    h = 14695981039346656037
    for b in seed.to_bytes(8, "little", signed=True) + rank.to_bytes(8, "little") + salt.encode():
        h = ((h ^ b) * 1099511628211) & ((1 << 64) - 1)
    return random(h, size, dtype)


# ① Who starts the processes: torchrun starts 3 copies of this file and tells each its
#   place.
rank = int(os.environ["RANK"])
world_size = int(os.environ["WORLD_SIZE"])

# ② Where the group is made: all meet at MASTER_ADDR:MASTER_PORT and connect with each
#   other.
dist.init_process_group("gloo", timeout=timedelta(seconds=20))

# ③ The same control flow: yes, the same calls in the same order; what is passed
#   differs.
big = torch.arange(9).to(torch.float32)
r = random_fill(0, "r", (5,), torch.float32)
x = torch.full((3,), rank, dtype=torch.float64)
y = torch.tensor([[1, 2], [3, 4]], dtype=torch.int64)
z = torch.zeros((1,), dtype=torch.float32)

dist.all_reduce(r, op=dist.ReduceOp.SUM)
show("r", r)
dist.all_reduce(x, op=dist.ReduceOp.AVG)
show("x", x)
t = torch.full((2,), rank, dtype=torch.float32)
dist.broadcast(t, src=2)
show("t", t)
dist.reduce(y, dst=1, op=dist.ReduceOp.PRODUCT)
show("y", y)
t2 = torch.full((2,), rank, dtype=torch.bfloat16)
out = [torch.zeros_like(t2) for _ in range(world_size)]
dist.all_gather(out, t2)
show("out", out)
t3 = torch.full((3,), rank, dtype=torch.float32)
dist.all_gather_into_tensor(big, t3)
show("big", big)
t4 = torch.full((1,), rank, dtype=torch.int8)
out2 = [torch.zeros_like(t4) for _ in range(world_size)] if rank == 2 else None
dist.gather(t4, out2, dst=2)
show("out2", out2)
if rank == 0:
    parts = [
        torch.tensor([7.0], dtype=torch.float32),
        torch.tensor([8.0], dtype=torch.float32),
        torch.tensor([9.5], dtype=torch.float32),
    ]
    dist.scatter(z, parts, src=0)
    show("z", z)
else:
    dist.scatter(z, None, src=0)
    show("z", z)
parts2 = [
    torch.tensor([1.0], dtype=torch.float32),
    torch.tensor([2.0], dtype=torch.float32),
    torch.tensor([3.0], dtype=torch.float32),
]
dist.reduce_scatter(z, parts2, op=dist.ReduceOp.SUM)
show("z", z)
t5 = torch.zeros((3,), dtype=torch.float32)
dist.reduce_scatter_tensor(t5, big, op=dist.ReduceOp.SUM)
show("t5", t5)
parts3 = [
    torch.full((1,), rank, dtype=torch.float32),
    torch.full((1,), rank, dtype=torch.float32),
    torch.full((1,), rank, dtype=torch.float32),
]
parts4 = [
    torch.tensor([0.0], dtype=torch.float32),
    torch.tensor([0.0], dtype=torch.float32),
    torch.tensor([0.0], dtype=torch.float32),
]
out3 = parts4
dist.all_to_all(out3, parts3)
show("out3", out3)
t6 = torch.zeros((9,), dtype=torch.float32)
dist.all_to_all_single(t6, big)
show("t6", t6)
dist.barrier()
objects = [None] * world_size
dist.all_gather_object(objects, {"a": [1, 2.5, None, True, "text"]})
show("objects", objects)
objects2 = ["one", 2]
dist.broadcast_object_list(objects2, src=1)
show("objects2", objects2)
h_1 = dist.all_reduce(x, op=dist.ReduceOp.SUM, async_op=True)
h_1.wait()
show("x", x)
dist.all_reduce(x, op=dist.ReduceOp.SUM)
show("x", x)

# ④ How it is cleaned up: the group goes, its connections close, the process ends with
#   0.
dist.destroy_process_group()

# 两个标量的 all-reduce
#
#     torchrun --nproc-per-node=2 all_reduce_of_two_scalars.py
#
# 同一台机器上的真实进程：CPU，经 TCP 的 Gloo 进程组。时间只属于这台机器，不说明 GPU、
# NCCL 或真实网络的性能。
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


# ① 谁启动进程：torchrun 启动 2 份本文件，并告诉每一份它的位置。
rank = int(os.environ["RANK"])
world_size = int(os.environ["WORLD_SIZE"])

# ② 在哪里建立进程组：所有进程在 MASTER_ADDR:MASTER_PORT 会合，再彼此建立连接。
dist.init_process_group("gloo")

# ③ 控制流是否相同：相同，每个 rank 以同样的顺序做同样的调用。
x = torch.tensor([[1.0], [2.0]][rank], dtype=torch.float32)

dist.all_reduce(x, op=dist.ReduceOp.SUM)
show("x", x)

# ④ 怎样清理：进程组销毁，连接关闭，进程以 0 退出。
dist.destroy_process_group()

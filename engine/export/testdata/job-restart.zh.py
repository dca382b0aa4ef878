# 崩溃、重启、从检查点继续
#
#     torchrun --nproc-per-node=2 --max-restarts=1 crash_restart_on_from_the_checkpoint.py
#
# 同一台机器上的真实进程：CPU，经 TCP 的 Gloo 进程组。时间只属于这台机器，不说明 GPU、
# NCCL 或真实网络的性能。
# 场景里有 1 个故障从程序外部发生，脚本无法对自己这样做：请手动杀死、暂停或拖慢进程。
import os
import pathlib
import re
import time
from datetime import timedelta

import torch
import torch.distributed as dist


def sleep(seconds):
    time.sleep(seconds)


compute = load_data = sleep  # work is a sleep here


def log(name, *values):
    if len(values) == 1:
        value = values[0]
        if isinstance(value, torch.Tensor) and value.numel() == 1:
            value = value.item()
        text = f"{name} = {value}"
    else:
        text = " ".join(str(part) for part in (name, *values))
    print(f"rank {rank}: {text}\n", end="", flush=True)


def begin_step(step):
    log("step", step)


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


# ① 谁启动进程：torchrun 启动 2 份本文件，并告诉每一份它的位置。
rank = int(os.environ["RANK"])
world_size = int(os.environ["WORLD_SIZE"])

# ② 在哪里建立进程组：所有进程在 MASTER_ADDR:MASTER_PORT 会合，再彼此建立连接。
dist.init_process_group("gloo", timeout=timedelta(seconds=3))

# ③ 控制流是否相同：所有 rank 同一个程序，没有条件询问 rank。
w = torch.tensor([0.0], dtype=torch.float64)
first = 0
ck = load_checkpoint()
if ck:
    w = ck["w"]
    first = ck["next"]
for step in range(first, 6):
    begin_step(step)
    sample = 2 * step + rank
    log("sample", sample)
    load_data(0.002)
    compute(0.005)
    g = torch.tensor([1.0 + sample], dtype=torch.float64)
    dist.all_reduce(g)
    w += g / world_size
    if step % 2 == 1:
        save_checkpoint(step, {"w": w, "next": step + 1})
log("w", w)

# ④ 怎样清理：进程组销毁，连接关闭，进程以 0 退出。
dist.destroy_process_group()

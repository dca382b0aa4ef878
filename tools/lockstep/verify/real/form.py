"""The written form of things: a TENSOR of the scenario file to and from torch,
durations, and error texts without what differs from run to run.

It knows formats alone, never processes or process groups.
"""
import re

import torch

DTYPES = {name: getattr(torch, name) for name in (
    "float32", "float64", "float16", "bfloat16", "int8", "int32", "int64", "uint8", "bool")}
NAMES = {dtype: name for name, dtype in DTYPES.items()}

LONGEST_LIST = 64  # a tensor with more elements is written as runs of equal values …
MOST_RUNS = 12     # … of which this many are given

UNITS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}


def seconds(text):
    """A duration as Go writes it ("1m30s", "50us") in seconds."""
    parts = re.findall(r"([0-9.]+)(ns|us|µs|ms|s|m|h)", text)
    if not parts and text != "0":
        raise ValueError(f"not a duration: {text}")
    return sum(float(n) * UNITS[unit] for n, unit in parts)


def number(value):
    """One element as written: a number, a bool, or "nan", "inf", "-inf"."""
    return float(value) if isinstance(value, str) else value


def tensor(spec, rank, seed=0, salt=""):
    """A TENSOR as a fresh torch tensor; the salt tells random ones of one process apart."""
    dtype = DTYPES[spec.get("dtype", "float32")]
    if "data" in spec:
        data = [number(v) for v in spec["data"]]
        made = torch.tensor(data, dtype=dtype)
        return made.reshape(spec["shape"] if "shape" in spec else [len(data)])
    shape, fill = spec.get("shape", []), spec.get("fill", 0)
    if fill == "rank":
        return torch.full(shape, rank, dtype=dtype)
    if fill == "arange":
        count = 1
        for dim in shape:
            count *= dim
        return torch.arange(count).to(dtype).reshape(shape)
    if fill == "random":
        return drawn(dtype, shape, random_seed(rank, seed, salt))
    return torch.full(shape, number(fill), dtype=dtype)


def random_seed(rank, seed, salt):
    """FNV-1a over the scenario's seed, the rank and the salt, as the engine draws it."""
    state = 14695981039346656037
    data = (seed & MASK).to_bytes(8, "little") + rank.to_bytes(8, "little") + salt.encode()
    for byte in data:
        state = ((state ^ byte) * 1099511628211) & MASK
    return state


MASK = (1 << 64) - 1


def drawn(dtype, shape, state):
    """Elements by SplitMix64: floats of [−1, 1) in steps of 1/64, integers of −10 … 10 (uint8 of 0 … 20), fair bools."""
    count, data = 1, []
    for dim in shape:
        count *= dim
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        z ^= z >> 31
        if dtype.is_floating_point:
            data.append((z >> 57) / 64 - 1)
        elif dtype == torch.bool:
            data.append(bool(z >> 63))
        else:
            data.append(((z >> 32) * 21 >> 32) - (0 if dtype == torch.uint8 else 10))
    return torch.tensor(data, dtype=dtype).reshape(shape)


def element(value):
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return "nan" if value != value else "inf" if value > 0 else "-inf"
    return value


def written(t):
    """A torch tensor as TENSOR, long ones as runs of equal values."""
    t = t.detach().contiguous()
    form = {"dtype": NAMES.get(t.dtype, str(t.dtype)), "shape": list(t.shape)}
    flat = t.reshape(-1)
    if flat.numel() <= LONGEST_LIST:
        form["data"] = [element(v) for v in flat.tolist()]
        return form
    # Equal by bits, not by value: NaN equals NaN and −0 is not 0.
    ints = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[flat.element_size()]
    bits = flat.view(ints)
    starts = [0] + (torch.nonzero(bits[1:] != bits[:-1]).reshape(-1) + 1).tolist()
    ends = starts[1:] + [flat.numel()]
    form["rle"] = [[element(flat[a].item()), b - a] for a, b in list(zip(starts, ends))[:MOST_RUNS]]
    if len(starts) > MOST_RUNS:
        form["rle_truncated_of"] = len(starts)
    return form


def output(value):
    """What a call gave, as the run result writes it."""
    if isinstance(value, torch.Tensor):
        return written(value)
    if isinstance(value, (list, tuple)):
        return [output(v) for v in value]
    if isinstance(value, dict):
        return {str(k): output(v) for k, v in value.items()}
    return value


def message(error, ports):
    """An error's text; the ports of this run, addresses in memory and clocks are taken out."""
    text = re.sub(r"/[\w./+-]+/(?=[\w.+-]+\.(?:cc|cpp|h|hpp|py)\b)", "", str(error))  # where the wheel was built
    text = re.sub(r"(\[(?:::ffff:)?127\.0\.0\.1\]):\d+", r"\1:PORT", text)
    for port in ports:
        text = re.sub(rf"\b{port}\b", "PORT", text)
    text = re.sub(r"0x[0-9a-fA-F]+", "ADDR", text)
    return re.sub(r"\[F ?\d{4} [\d:.]+ ", "[F TIME ", text)

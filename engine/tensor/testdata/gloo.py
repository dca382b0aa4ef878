"""Writes gloo.txt: what PyTorch's Gloo backend and dtype conversions gave, as digests.

    python3 gloo.py > gloo.txt      (needs torch; two processes on 127.0.0.1)

tensor_test.go makes the same inputs and compares. A line is: what, dtype, the first 16 hex digits of the SHA-256 of the result's bytes, or the text of the RuntimeError.
"""
import hashlib, os, sys
import numpy as np, torch, torch.distributed as dist, torch.multiprocessing as mp

M = (1 << 64) - 1
INT = {"float16": torch.int16, "bfloat16": torch.int16, "float32": torch.int32, "float64": torch.int64}


def splitmix(seed, n):
    z = (np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15) * np.arange(1, n + 1, dtype=np.uint64))
    z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return z ^ z >> np.uint64(31)


def inputs(dtype):
    """two arrays of raw bits: every 16-bit pattern, every pair of bytes, wild and tame 32- and 64-bit numbers"""
    n = 1 << 16
    i, r, q = np.arange(n, dtype=np.uint64), splitmix(1, n), splitmix(2, n)
    if dtype in ("float16", "bfloat16"): return i.astype(np.uint16), r.astype(np.uint16)
    if dtype in ("int8", "uint8"): return i.astype(np.uint8), (i >> np.uint64(8)).astype(np.uint8)
    if dtype == "bool": return (i % np.uint64(3)).astype(np.uint8), (i // np.uint64(3) % np.uint64(3)).astype(np.uint8)
    if dtype == "int32": return r.astype(np.uint32), q.astype(np.uint32)
    if dtype == "int64": return r, q
    if dtype == "float32":
        t, special, one = np.uint32, [0, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x3F800000, 0x7FA00001], lambda x: (
            x.astype(np.uint32) & np.uint32(0x807FFFFF) | ((x >> np.uint64(40)) % np.uint64(16) + np.uint64(120)).astype(np.uint32) << np.uint32(23))
    else:
        t, special, one = np.uint64, [0, 1 << 63, 0x7FF << 52, 0xFFF << 52, 0x7FF8 << 48, 0xFFF8 << 48, 0x3FF << 52, (0x7FF4 << 48) + 1], lambda x: (
            x & np.uint64(0x800FFFFFFFFFFFFF) | ((x >> np.uint64(52)) % np.uint64(16) + np.uint64(1016)) << np.uint64(52))
    odd = i % np.uint64(2) == 1
    a, b = np.where(odd, one(r), r.astype(t)), np.where(odd, one(q), q.astype(t))
    a[:64] = np.repeat(np.array(special, t), 8)
    b[:64] = np.tile(np.array(special, t), 8)
    return a, b


def digest(b): return hashlib.sha256(b).hexdigest()[:16]


def raw(t): return bytes(t.contiguous().view(torch.uint8).numpy())


def divided(t):
    """raw bytes after a division; for bfloat16 with one NaN: PyTorch's AVX-512 loop writes 0xffff, its scalar loop (and ours) 0x7fc0"""
    if t.dtype == torch.bfloat16:
        t = torch.where(torch.isnan(t), torch.full_like(t, float("nan")), t)
    return raw(t)


def rank(me, port):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    torch.set_num_threads(1)
    dist.init_process_group("gloo", rank=me, world_size=2)
    for dtype in ("float32", "float64", "float16", "bfloat16", "int8", "uint8", "bool", "int32", "int64"):
        for op in ("SUM", "PRODUCT", "MIN", "MAX", "BAND", "BOR", "BXOR", "AVG"):
            x = inputs(dtype)[me]
            # Twice the data: of two blocks the first is reduced with rank 0's as the local one, the second with rank 1's.
            t = torch.from_numpy(np.concatenate([x, x]).view(np.uint8).copy()).view(getattr(torch, dtype))
            try: dist.all_reduce(t, op=getattr(dist.ReduceOp, op))
            except RuntimeError as e:
                if me == 0: print(op, dtype, str(e).split("] ")[-1].splitlines()[0])
                continue
            b = divided(t) if op == "AVG" else raw(t)
            if me == 0: print(op, dtype, digest(b[:len(b) // 2])), print(op + "_swapped", dtype, digest(b[len(b) // 2:]))
    dist.destroy_process_group()


def conversions():
    bits = splitmix(3, 1 << 18).astype(np.uint32)
    bits = np.where(bits & 0x7FFFFFFF > 0x7F800000, np.uint32(0), bits)              # no NaN: c10 and F16C differ in the payload
    near = np.arange(1 << 18, dtype=np.uint32) * np.uint32(0x1000) + np.uint32(0x33000000)    # ties of float16 and their neighbours
    f = np.concatenate([bits, near, near - np.uint32(1), near + np.uint32(1)])
    f = np.where(f & np.uint32(0x7FFFFFFF) > 0x7F800000, np.uint32(0), f)
    for dtype in ("float16", "bfloat16"):
        t = torch.from_numpy(f.copy()).view(torch.float32).to(getattr(torch, dtype))
        print("from_float32", dtype, digest(raw(t)))
        i = np.arange(1 << 16, dtype=np.uint16)
        h = torch.from_numpy(i.view(np.int16).copy()).view(getattr(torch, dtype))
        w = torch.nan_to_num(h.to(torch.float32), nan=0.0, posinf=float("inf"), neginf=float("-inf"))
        print("to_float32", dtype, digest(raw(w)))
    for dtype in ("float32", "float64", "float16", "bfloat16"):
        for n in (3, 7):
            t = torch.from_numpy(inputs(dtype)[0].view(np.uint8).copy()).view(getattr(torch, dtype))
            t /= n
            print("divide%d" % n, dtype, digest(divided(t)))


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)
    conversions()
    mp.spawn(rank, args=(29500,), nprocs=2)

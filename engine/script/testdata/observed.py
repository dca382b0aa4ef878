"""Writes observed.jsonl: programs that are Starlark and Python alike, and what PyTorch makes of them.

    python3 observed.py > observed.jsonl

Each line is {"code", "out": TENSOR} or {"code", "error": [class, message]}; the test runs the
code with this package and compares bit for bit. Data are made by a fixed generator, so that the
file only changes where PyTorch does.
"""
import json
import random

import torch

FLOATS = ["float32", "float64", "float16", "bfloat16"]
INTS = ["int8", "int32", "int64", "uint8"]
ALL = FLOATS + INTS + ["bool"]


def tensor(data, dtype="float32"):
    data = json.loads(json.dumps(data), parse_constant=float)
    fix = lambda v: [fix(x) for x in v] if isinstance(v, list) else float(v) if isinstance(v, str) else v
    return torch.tensor(fix(data), dtype=getattr(torch, dtype))


def make(f):
    def g(*args, **kw):
        if "dtype" in kw:
            kw["dtype"] = getattr(torch, kw["dtype"])
        return f(*args, **kw)
    return g


NAMES = dict(tensor=tensor, zeros=make(torch.zeros), ones=make(torch.ones), full=make(torch.full), arange=make(torch.arange),
             cat=torch.cat, stack=torch.stack, zeros_like=torch.zeros_like)



torch.Tensor.copy = torch.Tensor.clone


def encode(t):
    if not isinstance(t, torch.Tensor):
        return t
    flat = t.detach().reshape(-1)
    if t.dtype == torch.bool:
        data = [bool(x) for x in flat.to(torch.uint8)]
    else:
        data = flat.tolist()
    data = [("nan" if x != x else "inf" if x > 0 else "-inf") if isinstance(x, float) and (x != x or abs(x) == float("inf")) else x for x in data]
    return {"dtype": str(t.dtype).removeprefix("torch."), "shape": list(t.shape), "data": data}


def run(code):
    env = dict(NAMES)
    line = {"code": code}
    try:
        exec(code, env)
        line["out"] = encode(env["out"])
    except Exception as e:
        line["error"] = [type(e).__name__, str(e)]
    print(json.dumps(line))


rnd = random.Random(7)
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, 3.0, -7.0, 65504.0, 1e-8, "inf", "-inf", "nan", 0.1, 16777217.0, 1e10, -2.5]


def data(dtype, n):
    if dtype == "bool":
        return [rnd.random() < 0.5 for _ in range(n)]
    if dtype in INTS:
        lo, hi = {"int8": (-128, 127), "uint8": (0, 255), "int32": (-2**31, 2**31 - 1), "int64": (-2**63, 2**63 - 1)}[dtype]
        return [rnd.choice([rnd.randint(lo, hi), rnd.randint(max(lo, -9), 9), lo, hi]) for _ in range(n)]
    return [rnd.choice(SPECIAL) if rnd.random() < 0.3 else round(rnd.uniform(-20, 20), rnd.randint(0, 6)) for _ in range(n)]


def t(dtype, n=5):
    return f"tensor({data(dtype, n)}, dtype={dtype!r})"


OPS = ["+", "-", "*", "/", "//", "%", "<", "<=", ">", ">=", "==", "!="]
for op in OPS:
    for a in ALL:
        for b in ALL:
            if {a, b} == {"uint8", "int8"}:
                continue
            run(f"out = {t(a)} {op} {t(b)}")
for op in OPS + ["&", "|", "^"]:
    for a in ALL:
        for s in ["2", "-3", "0", "0.1", "2.5", "True", "300", "-0.75", "1e6"]:
            run(f"out = {t(a)} {op} {s}")
            run(f"out = {s} {op} {t(a)}")
for op in ["<<", ">>"]:
    for a in INTS:
        for s in ["0", "1", "7", "8", "70", "-1"]:
            run(f"out = {t(a)} {op} {s}")
for op in OPS[:6]:
    for a in ALL:
        for b in ["float32", "float64", "float16", "int64", "bool"]:
            if (a, b) != ("bool", "bool"):
                run(f"out = {t(a)} {op} tensor({data(b, 1)[0]!r}, dtype={b!r})")
for op in ["+=", "-=", "*=", "/=", "//=", "%="]:
    for a in ALL:
        for s in ["2", "0.1", "True", "tensor([1.5, 2.5], dtype='float64')", "tensor([3, 2], dtype='int8')"]:
            if (a, s) != ("uint8", "tensor([3, 2], dtype='int8')"):
                run(f"x = {t(a, 2)}\ny = x\nx {op} {s}\nout = y")

for dtype in FLOATS:
    for n in list(range(0, 20)) + [31, 32, 33, 63, 64, 65, 100, 127, 128, 255, 256, 257, 511, 513, 1000, 1023, 1025, 2047, 4096, 5000, 9999]:
        values = [round(rnd.uniform(-3, 3), 3) for _ in range(min(n, 97))]
        code = f"x = tensor({values}, dtype={dtype!r})\n"
        if n > 97:
            code += f"x = cat([x * (1 + i * 0.37) for i in range({n // 97 + 1})])[:{n}]\n"
        run(code + "out = x.sum()")
        if n and n % 3 == 0:
            run(code + "out = x.mean()")
    for m, n in [(1, 1), (2, 3), (3, 2), (5, 4), (4, 9), (9, 4), (3, 8), (8, 3), (17, 16), (16, 17), (20, 33), (33, 20), (6, 70), (70, 6), (100, 5), (5, 100)]:
        code = f"x = arange({m * n}, dtype={dtype!r}).reshape({m}, {n}) * 0.1 - 3.3\n"
        for what in ["x.sum(0)", "x.sum(1)", "x.mean(0)", "x.mean(1)", "x.T.sum()", "x[:, 0].sum()", "x.sum(0, True)", "x.sum(-1)"]:
            run(code + f"out = {what}")
    run(f"x = arange(120, dtype={dtype!r}).reshape(4, 5, 6) * 0.3\nout = x.sum(1)")
    run(f"x = arange(120, dtype={dtype!r}).reshape(4, 5, 6) * 0.3\nout = x.sum(0)")
    run(f"x = arange(120, dtype={dtype!r}).reshape(4, 5, 6) * 0.3\nout = x.sum(2)")
for dtype in INTS + ["bool"]:
    for what in ["sum()", "mean()", "max()", "min()", "sum(0)", "abs()", "all()", "any()"]:
        if (dtype, what) != ("bool", "abs()"):
            run(f"x = {t(dtype, 7)}\nout = x.{what}")
for dtype in FLOATS:
    for what in ["max()", "min()", "abs()", "sqrt()", "square()", "all()", "any()"]:
        run(f"x = {t(dtype, 7)}\nout = x.{what}")
        run(f"x = tensor([1.5, 2.5, 0.25], dtype={dtype!r})\nout = x.{what}")
    for other in ALL:
        if other in FLOATS + ["bool"]:
            run(f"out = {t(dtype, 9)}.to({other!r})".replace(f".to({other!r})", f".{dict(float32='float', float64='double', float16='half', bfloat16='bfloat16', bool='bool')[other]}()"))

for dtype in ["float32", "float64", "int64", "int32"]:
    for m, k, n in [(1, 2, 2), (2, 2, 2), (3, 5, 4), (4, 3, 7), (1, 6, 1), (8, 16, 8), (2, 40, 3)]:
        scale = "" if dtype[0] == "i" else " * 0.17 - 1.1"
        code = f"a = arange({m * k}, dtype={dtype!r}).reshape({m}, {k}){scale}\nb = arange({k * n}, dtype={dtype!r}).reshape({k}, {n}){scale}\n"
        run(code + "out = a @ b")
        run(code + "out = b.T @ a.T")
    run(f"a = tensor([[1, 2], [3, 4]], dtype={dtype!r})\nout = a @ tensor([5, 6], dtype={dtype!r})")
    run(f"a = tensor([1, 2, 3], dtype={dtype!r})\nout = a @ a")
    run(f"a = tensor([[1, 2], [3, 4]], dtype={dtype!r})\nout = a[0] @ a")
    run(f"a = tensor([[1, 2, 3], [3, 4, 5]], dtype={dtype!r})\nout = a @ a")
    run(f"a = tensor([[1, 2, 3], [3, 4, 5]], dtype={dtype!r})\nout = a @ a[0][:2]")
    run(f"a = tensor([1, 2, 3], dtype={dtype!r})\nout = a @ a[:2]")
run("out = tensor([[1.0]]) @ tensor([[1.0]], dtype='float64')")
run("out = tensor(1.0) @ tensor([1.0])")

GRID = "x = arange(24).reshape(4, 6)\n"
for key in ["0", "-1", "1, 2", "1:3", ":2", "2:", "::2", "1:, 0", ":, 0", ":, 1:3", "1:4:2, ::3", "-2:, -2:", "0:0", "5:9", "None", "[0, 2]", "[3, -1, 0]",
            "x[:, 0] > 6", "tensor([1, 0], dtype='int64')", "4", "0, 6", "0, 0, 0", "0, :", "1:3, None", "tensor(2, dtype='int64')", "1.5", "-5", "::-1"]:
    run(GRID + f"out = x[{key}]")
    for value in ["7", "-1.75", "tensor([1], dtype='int64')", "arange(6)", "arange(2)"]:
        run(GRID + f"x[{key}] = {value}\nout = x")
for code in ["y = x[1:3]\ny[0] = 9\nout = x", "y = x.T\ny[0, 1] = 9\nout = x", "y = x[:, 2]\ny += 100\nout = x", "y = x.copy()\ny[0] = 9\nout = x",
             "y = x.reshape(-1)\ny[3] = 9\nout = x", "y = x.T.reshape(-1)\ny[3] = 9\nout = x", "x[0] += 5\nout = x", "x[1:3, ::2] *= 2\nout = x",
             "for row in x:\n    row += 1\nout = x", "a, b, c, d = x\nout = b + c", "out = x.view(6, 4)", "out = x.T.view(24)", "out = x.reshape(5, -1)",
             "out = x.flatten()[::5]", "out = x.unsqueeze(0)", "out = x[:1].squeeze()", "out = x.T", "out = -x", "out = ~x", "out = +x", "x.zero_()\nout = x",
             "x.fill_(3)\nout = x", "x.copy_(x.T.reshape(4, 6).copy())\nout = x", "x.add_(1).mul_(3)\nout = x", "out = x ** 2", "out = x ** 3", "out = (x - 3) ** 2 + 1",
             "out = x.T.copy()", "out = x.T.is_contiguous()", "out = cat([x, x], 1)", "out = stack([x[0], x[1]])", "out = x.numel()", "out = x.dim()",
             "out = x[1].tolist()", "out = x[1, 2].item()", "out = x.item()", "out = len(x)", "out = int(x[1, 2]) + 1", "out = float(x[0, 1])",
             "out = 1 if x[0, 1] == 1 else 2", "out = 1 if x else 2", "out = x + arange(4)", "out = x + arange(4).reshape(4, 1)", "x += arange(5)\nout = x",
             "out = x.float() / 7", "out = x.sum() / 7", "out = (x > 3).sum()", "out = x.max() - x.min()"]:
    run(GRID + code)
for code in ["zeros(2, 3)", "zeros([2, 3])", "zeros((2,), dtype='int64')", "ones(3, dtype='bfloat16')", "full((2, 2), 7)", "full([2], 0.5)", "full([2], True)",
             "full((2,), 7, dtype='float64')", "arange(5)", "arange(2, 9, 3)", "arange(0, 1, 0.25)", "arange(5.0)", "arange(3, 0, -1)", "arange(5, dtype='float16')",
             "arange(0)", "arange(3, 0)", "tensor([[1, 2], [3, 4]], dtype='int8')", "tensor(3.5, dtype='float64')", "tensor([])", "tensor([[]])",
             "tensor([1, 2.5, True])", "tensor([300], dtype='int8')", "tensor([2**40], dtype='int32')", "tensor([1.7, -1.7], dtype='int64')", "tensor([2, 0], dtype='bool')", "tensor([-1], dtype='uint8')",
             "tensor([[1, 2], [3]])", "tensor(['nan', 'inf', '-inf'])", "ones(2, 2) + ones(2)", "ones(2) + ones(3)", "zeros(0).sum()", "zeros(0).mean()", "zeros(0).max()",
             "zeros(2, 0).sum(1)", "tensor(5.0).sum()", "tensor([1.0, 2.0]) * tensor(3, dtype='int64')", "tensor([True, False]) + tensor([True, True])"]:
    run("out = " + code)

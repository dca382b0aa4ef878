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

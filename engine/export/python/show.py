def show(name, value):
    def plain(v):
        if isinstance(v, torch.Tensor):
            return v.tolist()
        return [plain(x) for x in v] if isinstance(v, list) else v

    # One write a line, so that the ranks' lines do not mix.
    print(f"rank {rank}: {name} = {plain(value)}\n", end="", flush=True)

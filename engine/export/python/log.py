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

def sleep(duration):  # "5ms" or seconds
    if isinstance(duration, str):
        units = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600}
        parts = re.findall(r"([0-9.]+)(ns|us|µs|ms|s|m|h)", duration)
        duration = 0
        for n, unit in parts:
            duration += float(n) * units[unit]
    time.sleep(duration)


compute = load_data = sleep  # work is a sleep here

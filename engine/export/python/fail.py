def fail(*parts):
    raise RuntimeError(" ".join(str(p) for p in parts))

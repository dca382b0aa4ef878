def random_fill(seed, salt, size, dtype):  # FNV-1a over seed, rank and salt
    h = 14695981039346656037
    for b in seed.to_bytes(8, "little", signed=True) + rank.to_bytes(8, "little") + salt.encode():
        h = ((h ^ b) * 1099511628211) & ((1 << 64) - 1)
    return random(h, size, dtype)

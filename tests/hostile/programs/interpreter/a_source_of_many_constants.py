# what: constants that are folded while it is compiled
# expect: ends | cpu | memory | MemoryError | not compiled
# uncontained: ends | cpu | memory | MemoryError | not compiled
# source: "x = (" + "(1 << 12_000) + " * 2_000 + "1)"

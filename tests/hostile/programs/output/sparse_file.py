# what: a file of a terabyte that holds one byte
# expect: PermissionError | OSError
# uncontained: OSError
# disturbs: rooms
with open("f", "wb") as file:
    file.truncate(1 << 40)

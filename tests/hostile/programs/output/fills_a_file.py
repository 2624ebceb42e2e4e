# what: a file of 100 MB in its folder
# expect: PermissionError | OSError
# uncontained: OSError
# disturbs: rooms
open("f", "wb").write(b"x" * 10**8)

# what: 100 GB in one piece
# expect: MemoryError
# uncontained: MemoryError
x = bytearray(10**11)

# what: grows by a megabyte at a time
# expect: memory
# uncontained: memory
x = []
while True:
    x.append(bytearray(10**6))

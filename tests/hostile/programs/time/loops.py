# what: loops for ever
# expect: cpu
# uncontained: cpu
while True:
    pass

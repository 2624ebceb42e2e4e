# what: prints without end
# expect: output
# uncontained: output
while True:
    print("x" * 1000)

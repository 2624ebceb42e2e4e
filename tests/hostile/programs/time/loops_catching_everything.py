# what: no exception ends it
# expect: cpu
# uncontained: cpu
while True:
    try:
        while True:
            pass
    except BaseException:
        pass

# what: an atexit hook that loops
# expect: cpu
# uncontained: cpu
import atexit


@atexit.register
def loop():
    while True:
        pass

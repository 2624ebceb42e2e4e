# what: four threads that loop
# expect: cpu
# uncontained: cpu
import threading


def loop():
    while True:
        pass


for _ in range(4):
    threading.Thread(target=loop).start()

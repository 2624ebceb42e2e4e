# what: a signal to every number near its own, and the CPU clocks of whoever is there
import os
import signal
import sys
import time

heard = []
signal.signal(signal.SIGUSR1, lambda *_: heard.append(1))
end = time.monotonic() + 1
tell = sys.stdin.read() == "tell"
while time.monotonic() < end and not heard:
    for whom in (0, -1, *range(max(2, os.getpid() - 50), os.getpid() + 50)):
        try:
            if tell and whom not in (0, os.getpid()):
                os.kill(whom, signal.SIGUSR1)
        except OSError:
            pass
    time.sleep(0.01)
if heard:
    print("heard")

# what: signals that are queued, of which a user may have so many at once
import os
import signal
import sys
import time

number = signal.SIGRTMIN + 3
signal.pthread_sigmask(signal.SIG_BLOCK, [number])
end = time.monotonic() + 2
if sys.stdin.read() == "tell":
    for _ in range(200_000):
        os.kill(os.getpid(), number)
    while time.monotonic() < end:
        time.sleep(0.01)
queued = []
while time.monotonic() < end:
    for _ in range(5):
        os.kill(os.getpid(), number)
    got = 0
    while signal.sigtimedwait([number], 0):
        got += 1
    queued.append(got)
    if len(set(queued)) > 1:
        print("heard")
        break
    time.sleep(0.01)

# what: a timer that interrupts it as often as it can
# expect: cpu
# uncontained: cpu
import signal

signal.signal(signal.SIGALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 0.00001, 0.00001)
while True:
    pass

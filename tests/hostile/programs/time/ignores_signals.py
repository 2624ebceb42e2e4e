# what: ignores all signals by which one asks to end
# expect: cpu
# uncontained: cpu
import signal

for number in (signal.SIGTERM, signal.SIGXCPU, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
while True:
    pass

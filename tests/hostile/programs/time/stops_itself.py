# what: SIGSTOP, after which it neither runs nor ends
# expect: wall
# uncontained: wall
import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)

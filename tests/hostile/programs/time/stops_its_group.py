# what: SIGSTOP to its whole group, in which nobody else must be
# expect: wall
# uncontained: wall
import os
import signal

os.kill(0, signal.SIGSTOP)

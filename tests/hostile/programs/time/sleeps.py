# what: sleeps for ever, for little CPU time
# expect: wall
# uncontained: wall
import time

time.sleep(1000)

# what: SIGKILL to itself and to its group
# expect: SIGKILL
# uncontained: SIGKILL
import os

os.kill(0, 9)

# what: an exit code that is zero only modulo 256
# expect: exit 0
# uncontained: exit 0
import sys

sys.exit(256)

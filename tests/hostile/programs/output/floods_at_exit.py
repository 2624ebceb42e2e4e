# what: its buffer is written when it ends
# expect: output
# uncontained: output
import sys

sys.stdout.write("x" * 5_000_000)

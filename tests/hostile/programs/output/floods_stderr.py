# what: complains without end
# expect: output
# uncontained: output
import sys

while True:
    sys.stderr.write("x" * 1000)

# what: closes stdout in the middle
# expect: harmless
# uncontained: harmless
import sys

print("end")
sys.stdout.close()

# what: no module is there any more
# expect: harmless
# uncontained: harmless
import sys

print("end")
sys.modules.clear()

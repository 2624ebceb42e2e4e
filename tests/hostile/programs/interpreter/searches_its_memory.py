# what: walks over all objects for something of the judge or of other cases
# expect: harmless
# uncontained: harmless
from kit import around
import gc
import sys

gc.unfreeze() if hasattr(gc, "unfreeze") else None
seen, waiting = set(), [*gc.get_objects(), *sys.modules.values(), sys._getframe()]
while waiting:
    each = waiting.pop()
    if id(each) in seen or each is around:
        continue
    seen.add(id(each))
    waiting += gc.get_referents(each)
    if isinstance(each, (str, bytes)) and len(each) < 10**6:
        text = each if isinstance(each, str) else each.decode("latin-1")
        for word in ("expected_output", "certificate", "reference.py"):
            if word in text and each not in (word, *around.values()) and "passed:" not in text:
                print("passed:", word, repr(text)[:100])
print("end")

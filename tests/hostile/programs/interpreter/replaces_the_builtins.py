# what: no builtin works any more
# expect: ends
# uncontained: ends
import builtins

for name in list(vars(builtins)):
    if name != "setattr":
        setattr(builtins, name, None)

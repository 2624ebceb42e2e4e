# what: attributes of modules, modules, hooks, arguments, a recursion limit
import builtins
import sys

how, _, word = sys.stdin.read().partition(" ")
if how == "leave":
    builtins.left = sys.left = sys.modules["left"] = sys.argv[0] = word
    sys.path.append(word)
    sys.setrecursionlimit(98765)
    type(sys)("x").__dict__["left"] = word
else:
    print(
        [getattr(place, "left", None) for place in (builtins, sys)],
        sys.modules.get("left"),
        sys.argv,
        sys.path,
    )
    if sys.getrecursionlimit() == 98765:
        print("WORD")

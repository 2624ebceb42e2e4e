# what: a program with a hundred megabytes of arguments
# expect: PermissionError | OSError
# uncontained: OSError
import os
import sys

os.execv(sys.executable, [sys.executable, "-c", "pass", *["MARK" + "x" * 100_000] * 100])

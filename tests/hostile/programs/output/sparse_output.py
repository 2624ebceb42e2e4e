# what: claims to have written a terabyte
# expect: SIGXFSZ | OSError | output
# uncontained: SIGXFSZ | OSError | output
import os

os.ftruncate(1, 1 << 40)

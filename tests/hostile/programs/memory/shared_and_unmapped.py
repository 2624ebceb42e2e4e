# what: shared memory that, once unmapped in part, would be charged to nobody; and the device of zeros
# expect: harmless
from kit import attempt
import mmap

attempt("shared memory", mmap.mmap, -1, 4096)
attempt("/dev/zero", open, "/dev/zero")
attempt("/dev/shm", open, "/dev/shm/hardtwin", "w")
print("end")

# what: reads the CPU clock of the judge, and how long the judge takes for a case is not told
# expect: harmless
# passes in container: clock of the judge
from kit import around, attempt
import errno
import time

clock = (~around["judge"] << 3) | 2
attempt("clock of the judge", time.clock_gettime, clock, refusals=(errno.EINVAL, errno.ESRCH))
print("end")

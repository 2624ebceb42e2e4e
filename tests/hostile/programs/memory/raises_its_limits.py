# what: every limit, raised for itself and for the judge
# expect: harmless
from kit import around, attempt, call, system_call
import ctypes
import resource

for kind in ("AS", "CPU", "FSIZE", "NOFILE", "CORE", "NPROC", "MEMLOCK", "MSGQUEUE", "DATA"):
    number = getattr(resource, f"RLIMIT_{kind}")

    def lift(wanted, number=number):
        try:
            resource.setrlimit(number, wanted)
        except ValueError as fault:  # how the module tells EPERM
            raise PermissionError(1, str(fault)) from None

    attempt(kind, lift, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
try:  # the only one that may be set at all
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    if hard != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_STACK, (hard + 1, hard + 1))
        print("passed: STACK")
except ValueError:
    pass
wanted = (ctypes.c_uint64 * 2)(1 << 40, 1 << 40)
call("prlimit64", around["judge"], resource.RLIMIT_AS, wanted, 0)
attempt("STACK of the judge", system_call, "prlimit64", around["judge"], resource.RLIMIT_STACK, wanted, 0)
print("end")

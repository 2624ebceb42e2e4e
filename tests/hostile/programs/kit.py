"""What many hostile programs share: its text takes the place of their line `from kit import …`.

The first line of stdin tells of the surroundings, as JSON. An attack that is not refused says "passed: …".
"""

import ctypes
import errno
import json
import os
import sys

around = json.loads(sys.stdin.readline() or "{}")
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
MACHINE = os.uname().machine
NUMBERS = {  # on x86_64 and on aarch64
    "acct": (163, 89), "add_key": (248, 217), "bpf": (321, 280), "capset": (126, 91), "chroot": (161, 51),
    "clone": (56, 220), "clone3": (435, 435), "delete_module": (176, 106), "execve": (59, 221),
    "execveat": (322, 281), "fanotify_init": (300, 262), "finit_module": (313, 273), "flock": (73, 32),
    "fsmount": (432, 432), "fsopen": (430, 430), "init_module": (175, 105), "inotify_init1": (294, 26),
    "io_setup": (206, 0), "io_uring_setup": (425, 425), "ioprio_set": (251, 30), "kcmp": (312, 272),
    "kexec_load": (246, 104), "keyctl": (250, 219), "kill": (62, 129), "lsm_set_self_attr": (460, 460),
    "mbind": (237, 235), "memfd_create": (319, 279), "memfd_secret": (447, 447), "mincore": (27, 232),
    "mount": (165, 40), "mount_setattr": (442, 442), "move_mount": (429, 429), "mq_open": (240, 180),
    "msgget": (68, 186), "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    "open_tree": (428, 428), "openat2": (437, 437), "perf_event_open": (298, 241), "personality": (135, 92),
    "pidfd_getfd": (438, 438), "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424),
    "pivot_root": (155, 41), "pkey_alloc": (330, 289), "prctl": (157, 167), "prlimit64": (302, 261),
    "process_madvise": (440, 440), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "ptrace": (101, 117), "quotactl": (179, 60), "reboot": (169, 142), "request_key": (249, 218),
    "rt_sigqueueinfo": (129, 138), "sched_setaffinity": (203, 122), "sched_setattr": (314, 274),
    "seccomp": (317, 277), "semget": (64, 190), "setns": (308, 268), "setpriority": (141, 140),
    "setuid": (105, 146), "setgroups": (116, 159), "setsid": (112, 157), "shmget": (29, 194),
    "splice": (275, 76), "swapon": (167, 224), "syslog": (103, 116), "tgkill": (234, 131),
    "timer_create": (222, 107), "tkill": (200, 130), "umount2": (166, 39), "unshare": (272, 97),
    "userfaultfd": (323, 282), "vfork": (58, 220), "vmsplice": (278, 75),
}  # fmt: skip
REFUSALS = (errno.EPERM, errno.EACCES, errno.ENOENT, errno.EROFS)


def system_call(name, *arguments):
    """A raw call by its name; raises OSError where the kernel refuses."""
    number = NUMBERS[name][MACHINE != "x86_64"]
    given = (ctypes.c_long(each) if isinstance(each, int) else each for each in arguments)
    result = libc.syscall(ctypes.c_long(number), *given)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def attempt(name, attack, *arguments, refusals=REFUSALS):
    """Say so if `attack` is not refused; another error tells that it was not the sandbox that stopped it."""
    try:
        attack(*arguments)
    except OSError as fault:
        if fault.errno not in refusals:
            print(f"passed: {name} ({errno.errorcode.get(fault.errno, fault.errno)})", flush=True)
    else:
        print(f"passed: {name}", flush=True)


def call(name, *arguments):
    """Make a raw call, which must be refused by the filter itself, whatever its arguments are."""
    attempt(name, system_call, name, *arguments, refusals=(errno.EPERM, errno.ENOSYS))

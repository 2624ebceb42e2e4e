"""The system calls that a case may make: an allow-list, read by `seccomp`.

Two filters say it together, since a long one takes long to install: a wide one, which the keeper puts on once
a program, and a narrow one, which each case adds and which takes away what only the keeper needs.

A call that is not named here fails with EPERM, one in `ABSENT` as on a kernel that lacks it. What this leaves
out stops: new processes and programs, sockets, signals to others, ptrace and the reading of foreign memory,
namespaces and mounts, shared memory and memory files beyond the limits, io_uring, BPF, keys, changes of files
by name (chmod, rename, …), of limits, priorities and identity. Opening files is allowed here and decided by
Landlock.
"""

from __future__ import annotations

from typing import NamedTuple

Numbers = tuple[int, int]
"""On x86_64 and on aarch64; -1 where there is none. From the kernel's tables, which only grow."""

OPEN_FILES: dict[str, Numbers] = {  # reading and writing what is open, and opening more
    "read": (0, 63), "write": (1, 64), "readv": (19, 65), "writev": (20, 66), "pread64": (17, 67),
    "pwrite64": (18, 68), "lseek": (8, 62), "close": (3, 57), "dup": (32, 23),
    "dup2": (33, -1), "dup3": (292, 24), "fstat": (5, 80), "stat": (4, -1),
    "lstat": (6, -1), "newfstatat": (262, 79), "statx": (332, 291), "access": (21, -1),
    "faccessat": (269, 48), "faccessat2": (439, 439),
    "getdents64": (217, 61), "getcwd": (79, 17), "readlink": (89, -1), "readlinkat": (267, 78),
    "chdir": (80, 49), "fchdir": (81, 50), "ftruncate": (77, 46), "fsync": (74, 82),
    "fdatasync": (75, 83), "umask": (95, 166),
}  # fmt: skip
MEMORY: dict[str, Numbers] = {
    "brk": (12, 214), "munmap": (11, 215), "mprotect": (10, 226), "mremap": (25, 216),
    "madvise": (28, 233), "membarrier": (324, 283),
}  # fmt: skip
THREADS: dict[str, Numbers] = {
    "futex": (202, 98), "futex_waitv": (449, 449), "set_robust_list": (273, 99),
    "get_robust_list": (274, 100), "rseq": (334, 293), "set_tid_address": (218, 96),
    "sched_yield": (24, 124), "sched_getaffinity": (204, 123), "sched_getparam": (143, 121),
    "sched_getscheduler": (145, 120), "sched_get_priority_max": (146, 125),
    "sched_get_priority_min": (147, 126), "getcpu": (309, 168),
}  # fmt: skip
SIGNALS: dict[str, Numbers] = {  # the program's own handlers and clocks
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139),
    "rt_sigtimedwait": (128, 137), "rt_sigpending": (127, 136), "rt_sigsuspend": (130, 133),
    "sigaltstack": (131, 132), "pause": (34, -1), "alarm": (37, -1), "getitimer": (36, 102),
    "setitimer": (38, 103), "restart_syscall": (219, 128),
}  # fmt: skip
TIME: dict[str, Numbers] = {
    "clock_gettime": (228, 113), "clock_getres": (229, 114), "clock_nanosleep": (230, 115),
    "nanosleep": (35, 101), "gettimeofday": (96, 169), "time": (201, -1), "times": (100, 153),
    "getrusage": (98, 165),
}  # fmt: skip
ITSELF: dict[str, Numbers] = {  # what a program may know of itself and of the machine
    "getpid": (39, 172), "getppid": (110, 173), "gettid": (186, 178), "getuid": (102, 174),
    "geteuid": (107, 175), "getgid": (104, 176), "getegid": (108, 177), "getresuid": (118, 148),
    "getresgid": (120, 150), "getgroups": (115, 158), "getpgrp": (111, -1), "getpgid": (121, 155),
    "getsid": (124, 156), "getpriority": (140, 141), "getrlimit": (97, 163), "uname": (63, 160),
    "getrandom": (318, 278), "arch_prctl": (158, -1), "capget": (125, 90),
}  # fmt: skip
WAITING: dict[str, Numbers] = {  # pipes and event loops within the program
    "pipe": (22, -1), "pipe2": (293, 59), "poll": (7, -1), "ppoll": (271, 73), "select": (23, -1),
    "pselect6": (270, 72), "epoll_create": (213, -1), "epoll_create1": (291, 20), "epoll_ctl": (233, 21),
    "epoll_wait": (232, -1), "epoll_pwait": (281, 22), "epoll_pwait2": (441, 441), "eventfd2": (290, 19),
    "recvfrom": (45, 207), "shutdown": (48, 210), "getsockname": (51, 204), "getpeername": (52, 205),
    "wait4": (61, 260), "waitid": (247, 95),
}  # fmt: skip
ENDING: dict[str, Numbers] = {"exit": (60, 93), "exit_group": (231, 94)}

ALLOWED: dict[str, Numbers] = {
    **OPEN_FILES, **MEMORY, **THREADS, **SIGNALS, **TIME, **ITSELF, **WAITING, **ENDING,
}  # fmt: skip

PID = -1
"""In a condition: the number of the process itself."""


class Condition(NamedTuple):
    """Argument `place` of a call, masked, equals `value`; all 64 bits count."""

    place: int
    value: int
    mask: int = (1 << 64) - 1


class Guarded(NamedTuple):
    """A call that is allowed if all conditions of one of the alternatives hold."""

    numbers: Numbers
    alternatives: tuple[tuple[Condition, ...], ...]


_INT = (1 << 32) - 1  # the kernel reads ints from the lower half only
_THREAD = 0x10F00  # CLONE_VM, FS, FILES, SIGHAND, THREAD: what all threads share is counted once
_TRUNCATE, _UNSHARE = 0x200, 2  # O_TRUNC; CLOSE_RANGE_UNSHARE
_STACK = 3  # RLIMIT_STACK
_UNIX, _STREAM = 1, 1


def _any(place: int, *values: int) -> tuple[tuple[Condition, ...], ...]:
    return tuple((Condition(place, value, _INT),) for value in values)


def _opening(flags: int) -> tuple[tuple[Condition, ...], ...]:
    """To write, to read and write, or to read what then stays as it is.

    There is a fourth access mode, for which Landlock asks no right: it and a reader could truncate files.
    """
    return (
        (Condition(flags, 1, 3),),
        (Condition(flags, 2, 3),),
        (Condition(flags, 0, 3 | _TRUNCATE),),
    )


GUARDED: dict[str, Guarded] = {
    "open": Guarded((2, -1), _opening(1)),
    "openat": Guarded((257, 56), _opening(2)),
    # All threads have one table of descriptors, in which they are counted.
    "close_range": Guarded((436, 436), ((Condition(2, 0, _UNSHARE),),)),
    # Private memory, and files: anonymous shared memory, once unmapped in part, is charged to nobody.
    "mmap": Guarded((9, 222), ((Condition(3, 2, 0xF),), (Condition(3, 0, 0x20),))),
    "clone": Guarded((56, 220), ((Condition(0, _THREAD, _THREAD),),)),  # threads, no processes
    "kill": Guarded((62, 129), _any(0, PID, 0)),  # 0: its own group, in which it is alone
    "tkill": Guarded((200, 130), _any(0, PID)),
    "tgkill": Guarded((234, 131), _any(0, PID)),  # as abort() and raise() do
    # Names of threads and of memory.
    "prctl": Guarded((157, 167), _any(0, 15, 16, 0x53564D41)),
    # Reading limits, and setting the stack's: the hard limit holds, without privileges.
    "prlimit64": Guarded(
        (302, 261),
        (
            (Condition(0, 0, _INT), Condition(2, 0)),
            (Condition(0, PID, _INT), Condition(2, 0)),
            (Condition(0, 0, _INT), Condition(1, _STACK, _INT)),
        ),
    ),
    "setrlimit": Guarded((160, 164), _any(0, _STACK)),
    # An event loop wakes itself through a pair; datagrams could be sent to others.
    "socketpair": Guarded((53, 199), ((Condition(0, _UNIX, _INT), Condition(1, _STREAM, 0xF)),)),
    "sendto": Guarded((44, 206), ((Condition(4, 0),),)),  # without an address
    # Flags and copies of descriptors; not whom to signal when there is input, nor locks, which others see.
    "fcntl": Guarded((72, 25), _any(1, 0, 1, 2, 3, 4, 1030, 1032, 1034)),
    # Kinds, errors and sizes; not the numbers that the kernel counts up for everybody.
    "getsockopt": Guarded((55, 209), _any(2, 3, 4, 7, 8, 30, 38, 39)),
    # Is it a terminal, how wide, how much is there; close on exec, do not block.
    "ioctl": Guarded((16, 29), _any(1, 0x5401, 0x5413, 0x541B, 0x5451, 0x5450, 0x5421)),
}

KEEPER: dict[str, Numbers] = {  # what a keeper needs, and a child before it is the program
    "setsid": (112, 157), "pidfd_open": (434, 434), "sendmsg": (46, 211), "recvmsg": (47, 212),
    "landlock_restrict_self": (446, 446), "memfd_create": (319, 279),
}  # fmt: skip
OPEN_TO_KEEPER = (
    "mmap",
    "clone",
    "kill",
    "tkill",
    "tgkill",
    "prctl",
    "prlimit64",
    "setrlimit",
    "fcntl",
)  # guarded for the case only


class Profile(NamedTuple):
    """What programs of a kind may do besides: more calls, and other conditions for guarded ones."""

    allowed: dict[str, Numbers]
    guarded: dict[str, Guarded]


_EMPTY_PATH = 0x1000  # the file is the descriptor's own
_NAMESPACES = 0x7E020080  # CLONE_NEW…

PROFILES: dict[str, Profile] = {
    "python": Profile({}, {}),
    # Itself, or what it wrote into a file without a name: Landlock lets nothing of the host be executed.
    "native": Profile({}, {"execveat": Guarded((322, 281), _any(4, _EMPTY_PATH))}),
    # The compiler's own programs, which Landlock lists, and their files in one folder.
    "compile": Profile(
        {
            "vfork": (58, -1), "execve": (59, 221), "unlink": (87, -1), "unlinkat": (263, 35),
            "rename": (82, -1), "renameat": (264, 38), "renameat2": (316, 276), "fchmod": (91, 52),
            "fallocate": (285, 47), "fadvise64": (221, 223),
        },
        {"clone": Guarded((56, 220), ((Condition(0, 0, _NAMESPACES),),))},
    ),
}  # fmt: skip

ABSENT: dict[str, Numbers] = {"clone3": (435, 435)}  # the C library then takes clone, whose flags are seen

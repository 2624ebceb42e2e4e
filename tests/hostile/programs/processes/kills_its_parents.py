# what: SIGKILL and SIGSTOP to the keeper, the zygote, the judge, everybody
# expect: harmless
# bare: a process signalled
from kit import around, attempt, call
import os
import signal

attempt("canary", os.kill, around["canary"], signal.SIGUSR1)
if around["contained"]:
    everybody = (
        -1,
        1,
        2,
        3,
        4,
        os.getppid(),
        -os.getppid(),
        around["judge"],
        -around["judge"],
        around["canary"],
    )
    for whom in everybody:
        for number in (0, signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
            attempt(f"kill {whom}", os.kill, whom, number, refusals=(1,))
    for whom in (1, os.getppid(), around["judge"], around["canary"]):
        attempt(f"killpg {whom}", os.killpg, whom, signal.SIGSTOP, refusals=(1,))
        call("tkill", whom, signal.SIGKILL)
        call("tgkill", whom, whom, signal.SIGKILL)
        call("rt_sigqueueinfo", whom, signal.SIGKILL, 0)
        call("pidfd_open", whom, 0)
    call("kill", (1 << 32) - 1, signal.SIGKILL)  # -1 once only its lower half is read
    call("pidfd_send_signal", 3, signal.SIGKILL, 0, 0)
print("end")

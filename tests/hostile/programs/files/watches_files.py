# what: is told when files of the host change
# expect: harmless
from kit import call

call("inotify_init1", 0)
call("fanotify_init", 0, 0)
call("acct", 0)
call("quotactl", 0, 0, 0, 0)
print("end")

# what: types into the terminal of whoever runs the judge
# expect: harmless
from kit import attempt
import fcntl
import os
import termios

end, start = os.pipe()
for number in (0, 1, 2, end):
    for request in (0x5412, 0x540E, 0x541C, termios.TIOCSCTTY, 0x5423, 0x5410):  # TIOCSTI and its like
        attempt(f"{request:#x}", fcntl.ioctl, number, request, b"x")
        attempt(f"{request:#x} and more above", fcntl.ioctl, number, request | 1 << 31, b"x")
attempt("terminal", os.open, "/dev/tty", os.O_RDWR, refusals=(1, 2, 6, 13))
attempt("pty", os.openpty)
print("end")

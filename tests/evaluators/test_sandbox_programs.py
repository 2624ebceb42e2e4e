# ruff: noqa: E501  a program stands on one line
"""In the sandbox a program meets what `python program.py` gives it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from evaluators.items import Limits
from evaluators.sandbox import Run, Sandbox, Stop, Tier

LIMITS = Limits((5.0,))
INPUT = b"3\n1 2 3\n"

READERS = {
    "input": "n = int(input()); print(sum(map(int, input().split())))",
    "input in a function under the main guard": "def main():\n    input()\n    print(sum(map(int, input().split())))\nif __name__ == '__main__':\n    main()",
    "iterating stdin": "import sys\nprint(sum(sum(map(int, l.split())) for l in list(sys.stdin)[1:]))",
    "input, then iterating": "import sys\ninput()\nfor l in sys.stdin: print(sum(map(int, l.split())))",
    "input, then read": "import sys\ninput()\nprint(sum(map(int, sys.stdin.read().split())))",
    "stdin.readline": "import sys\ninput = sys.stdin.readline\ninput()\nprint(sum(map(int, input().split())))",
    "stdin.readlines": "import sys\nprint(sum(map(int, sys.stdin.readlines()[1].split())))",
    "buffer.read": "import sys\nprint(sum(map(int, sys.stdin.buffer.read().split()[1:])))",
    "buffer.readline": "import sys\nr = sys.stdin.buffer.readline\nr()\nprint(sum(map(int, r().split())))",
    "iterating the buffer": "import sys\nprint(sum(map(int, list(sys.stdin.buffer)[1].split())))",
    "open(0)": "print(sum(map(int, open(0).read().split()[1:])))",
    "open(0) by iteration": "_, l = open(0)\nprint(sum(map(int, l.split())))",
    "os.read": "import os\nprint(sum(map(int, os.read(0, 10**6).split()[1:])))",
    "os.read by size": "import os\nprint(sum(map(int, os.read(0, os.fstat(0).st_size).split()[1:])))",
    "fileinput": "import fileinput\nprint(sum(map(int, list(fileinput.input())[1].split())))",
    "/dev/stdin": "print(sum(map(int, open('/dev/stdin').read().split()[1:])))",
    "io.BytesIO": "import io, os\nb = io.BytesIO(os.read(0, os.fstat(0).st_size))\nb.readline()\nprint(sum(map(int, b.readline().split())))",
    "until EOFError": "t = []\ntry:\n    while True: t.append(input())\nexcept EOFError:\n    print(sum(map(int, t[1].split())))",
    "a big thread": "import sys, threading\nsys.setrecursionlimit(10**6)\nthreading.stack_size(2**27)\ndef main():\n    input()\n    print(sum(map(int, input().split())))\nt = threading.Thread(target=main)\nt.start()\nt.join()",
    "a thread that nobody joins": "import threading, time\ndef f():\n    time.sleep(0.05)\n    input()\n    print(sum(map(int, input().split())))\nthreading.Thread(target=f).start()",
    "global": "def f():\n    global x\n    input()\n    x = input()\nf()\nprint(sum(map(int, x.split())))",
    "asyncio": "import asyncio\nasync def main():\n    await asyncio.sleep(0)\n    input()\n    print(sum(map(int, input().split())))\nasyncio.run(main())",
    "a dataclass": "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\ninput()\nprint(A(sum(map(int, input().split()))).x)",
    "pickling its own class": "import pickle\nclass A: pass\na = A()\ninput()\na.x = sum(map(int, input().split()))\nprint(pickle.loads(pickle.dumps(a)).x)",
}
# The common template, in words of our own: streams of bytes, flushed by a function of the program's.
FAST_IO = """
import os, sys
from io import BytesIO, IOBase

class FastIO(IOBase):
    def __init__(self, file):
        self._number, self.buffer = file.fileno(), BytesIO()
        self.write = self.buffer.write if file is sys.stdout else None

    def readline(self):
        if not self.buffer.getvalue():
            self.buffer.write(os.read(self._number, os.fstat(self._number).st_size))
            self.buffer.seek(0)
        return self.buffer.readline()

    def flush(self):
        if self.write:
            os.write(self._number, self.buffer.getvalue())
            self.buffer.truncate(0)
            self.buffer.seek(0)

class IOWrapper(IOBase):
    def __init__(self, file):
        self.buffer = FastIO(file)
        self.flush = self.buffer.flush
        self.write = lambda text: self.buffer.write(text.encode())
        self.readline = lambda: self.buffer.readline().decode()

sys.stdin, sys.stdout = IOWrapper(sys.stdin), IOWrapper(sys.stdout)
input = lambda: sys.stdin.readline().rstrip()
"""
WRITERS = {
    "stdout.write": "import sys\nsys.stdout.write('6\\n')",
    "stdout.buffer": "import sys\nsys.stdout.buffer.write(b'6\\n')",
    "os.write": "import os\nos.write(1, b'6\\n')",
    "print, then buffer": "import sys\nprint('6', flush=True)\nsys.stdout.buffer.write(b'')",
    "open(1) left open": "out = open(1, 'w')\nout.write('6\\n')",
    "/dev/stdout": "open('/dev/stdout', 'w').write('6\\n')",
    "atexit": "import atexit\natexit.register(print, 6)",
    "atexit of a fast writer": "import sys, io, os, atexit\ns = io.StringIO()\nsys.stdout = s\natexit.register(lambda: os.write(1, s.getvalue().encode()))\nprint(6)",
    "a wrapper for stdout": "import sys\nclass W:\n    def __init__(self, o): self.o = o\n    def write(self, t): self.o.write(t)\n    def flush(self): self.o.flush()\nsys.stdout = W(sys.stdout)\nprint(6)",
    "sys.exit": "import sys\nprint(6)\nsys.exit()",
    "sys.exit(0) in a function": "import sys\ndef f():\n    print(6)\n    sys.exit(0)\nf()",
    "exit": "print(6)\nexit()",
    "quit": "print(6)\nquit()",
    "raise SystemExit": "print(6)\nraise SystemExit",
    "print to stderr": "import sys\nprint('debug', file=sys.stderr)\nprint(6)",
    "stdout.close": "import sys\nprint(6)\nsys.stdout.close()",
    "a fast writer for input and output": FAST_IO + "input()\nprint(sum(map(int, input().split())))",
    "a writer that flushes when it is finalized": "import os\nclass W:\n    def __init__(self): self.t = []\n    def __del__(self): os.write(1, ''.join(self.t).encode())\nw = W()\nw.t.append('6\\n')",
    "such a writer in a cycle": "import sys\nclass W:\n    def __init__(self): self.me = self\n    def __del__(self): sys.stdout.write(f'{N}\\n')\nN = 6\nw = W()",
    "a generator left in the middle, with globals": "import sys\ndef g():\n    try: yield\n    finally: sys.stdout.write(text)\ntext = '6\\n'\nx = g()\nnext(x)",
    "annotations": "x: int = 6\nprint(x if 'x' in __annotations__ else 0)",
    "no stderr": "import sys\nprint(6)\nsys.stderr = None\nsys.exit()",
    "a generator left in the middle": "def g():\n    try: yield\n    finally: print(6)\nx = g()\nnext(x)",
}
FAILURES = {
    "exit code": ("import sys\nsys.exit(3)", 3, "", "exit code 3"),
    "exit with a message": ("import sys\nsys.exit('no')", 1, "", "exit code 1"),
    "exit with too great a number": ("raise SystemExit(2**70)", 255, "", ""),
    "exit with a message and no stderr": ("import sys\nsys.stderr = None\nsys.exit('no')", 1, "", ""),
    "exit True": ("raise SystemExit(True)", 1, "", ""),
    "exception": ("x = [1]\nx[1]", 1, "IndexError", "line 2: list index out of range"),
    "exception in a function": ("def f():\n    return {}['k']\nf()", 1, "KeyError", "line 2: 'k'"),
    "exception in the library": ("import json\njson.loads('{')", 1, "JSONDecodeError", "line 2: Expecting"),
    "own exception": ("class Bad(Exception): pass\nraise Bad", 1, "Bad", "line 2"),
    "end of input": ("input()\ninput()\ninput()", 1, "EOFError", "line 3: EOF when reading a line"),
    "recursion": ("def f(n): return f(n + 1)\nf(0)", 1, "RecursionError", "line 1: maximum recursion"),
    "an exception that can't be told": (
        "class B(Exception):\n    def __str__(self): raise ValueError\nraise B",
        1,
        "B",
        "",
    ),
    "interrupt": ("raise KeyboardInterrupt", 1, "KeyboardInterrupt", "line 1"),
    "missing module": ("import numpy", 1, "ModuleNotFoundError", "line 1: No module named 'numpy'"),
    "the project": ("import evaluators", 1, "ModuleNotFoundError", ""),
    "the keeper": ("import inside.keeper", 1, "ModuleNotFoundError", ""),
    "killed": ("import os\nos.kill(os.getpid(), 9)", None, "SIGKILL", "killed by SIGKILL"),
    "segmentation fault": ("import ctypes\nctypes.string_at(0)", None, "SIGSEGV", "killed by SIGSEGV"),
    "abort": ("import os\nos.abort()", None, "SIGABRT", "killed by SIGABRT"),
    "os._exit": ("import os\nos._exit(7)", 7, "", ""),
    "stdout closed below": ("import os\nprint(6)\nos.close(1)", 120, "", ""),
    "a hook that raises": (
        "import sys\ndef h(*a): raise ValueError\nsys.excepthook = h\n1/0",
        1,
        "ZeroDivisionError",
        "",
    ),
}
NO_PYTHON = {
    "syntax": ("x = (\n", "SyntaxError", "line 1: '(' was never closed"),
    "indentation": ("if 1:\nx = 1\n", "IndentationError", "line 2: expected an indented block"),
    "zero byte": ("x = 1\0", "SyntaxError", ""),
    "not unicode": ("x = '\ud800'", "SyntaxError", ""),
    "too deep": ("(" * 10_000 + ")" * 10_000, "", ""),
    "too deep for the compiler": ("a" + ".a" * 200_000, "", ""),
}


def run(sandbox: Sandbox, program: str, stdin: bytes = INPUT) -> Run:
    return sandbox.run(program, stdin, LIMITS)


@pytest.mark.parametrize("style", READERS)
@pytest.mark.parametrize(
    "stdin", [INPUT, INPUT.rstrip(), INPUT.replace(b"\n", b"\r\n")], ids=["", "no end", "crlf"]
)
def test_every_way_of_reading_works(each: Sandbox, style: str, stdin: bytes) -> None:
    done = run(each, READERS[style], stdin)
    assert (done.stdout, done.clean) == (b"6\n", True), done.stderr


@pytest.mark.parametrize("style", WRITERS)
def test_every_way_of_writing_works(each: Sandbox, style: str) -> None:
    done = run(each, WRITERS[style])
    assert (done.stdout, done.clean) == (b"6\n", True), done.stderr


@pytest.mark.parametrize("style", [*READERS, *WRITERS])
def test_the_styles_are_right_in_a_plain_interpreter_too(style: str, tmp_path: Path) -> None:
    program = (READERS | WRITERS)[style]
    if style == "/dev/stdin" and sys.platform != "linux":
        pytest.skip("no /dev/stdin for pipes")
    (tmp_path / "program.py").write_text(program)
    (tmp_path / "stdin").write_bytes(INPUT)
    with (tmp_path / "stdin").open("rb") as stdin:
        done = subprocess.run(
            [sys.executable, tmp_path / "program.py"], stdin=stdin, capture_output=True, check=True
        )
    assert done.stdout == b"6\n"


@pytest.mark.parametrize("name", FAILURES)
def test_failures_are_told_by_code_class_and_line(each: Sandbox, name: str) -> None:
    program, code, error, message = FAILURES[name]
    done = run(each, program)
    assert (done.exit_code, done.error, done.stop, done.compiled) == (code, error, Stop.NO, True), done
    assert (done.message or f"exit code {code}").startswith(message)


@pytest.mark.parametrize("name", NO_PYTHON)
def test_what_is_no_python_is_told_once_and_never_run(each: Sandbox, name: str) -> None:
    program, error, message = NO_PYTHON[name]
    done = run(each, program)
    assert not done.compiled
    assert not done.clean
    assert done.error == error or (not error and done.error)
    assert done.message.startswith(message)
    assert run(each, program) == done


def test_line_ends_are_those_of_the_input(each: Sandbox) -> None:
    stdin = b"a\r\nb\rc\n\r\n"
    assert eval(run(each, "import sys\nprint(repr(sys.stdin.read()))", stdin).stdout) == stdin.decode()
    assert run(each, "print(repr(input()))", stdin).stdout == b"'a\\r'\n"


def test_a_traceback_shows_the_program_and_nothing_of_the_sandbox(each: Sandbox) -> None:
    stderr = run(each, "def f(): 1 / 0\nf()").stderr
    assert 'File "program.py", line 2, in <module>' in stderr
    assert "inside" not in stderr
    assert "During handling" not in stderr


THREADS = {
    "a pool of 16": "from concurrent.futures import ThreadPoolExecutor\nimport time\nwith ThreadPoolExecutor(16) as e: print(sum(e.map(lambda x: time.sleep(.01) or 1, range(16))))",
    "the default stack again": "import threading\nthreading.stack_size(0)\nt = threading.Thread(target=print, args=(16,))\nt.start()\nt.join()",
    "40 at once": "import threading, time\nts = [threading.Thread(target=time.sleep, args=(.05,)) for _ in range(40)]\nfor t in ts: t.start()\nfor t in ts: t.join()\nprint(16)",
}


@pytest.mark.parametrize("name", THREADS)
def test_threads_find_room(each: Sandbox, name: str) -> None:
    done = run(each, THREADS[name])
    assert done.stdout == b"16\n", done.stderr


def test_threads_of_libraries_find_room(each: Sandbox) -> None:
    program = "import numpy, scipy.fft\nprint(scipy.fft.fft(numpy.ones((64, 64)), workers=2).shape)"
    done = each.run(program, b"", Limits((20.0,), memory_mb=1024, modules=("numpy", "scipy")))
    assert done.stdout == b"(64, 64)\n", done.stderr


def test_a_program_knows_its_file(each: Sandbox) -> None:
    assert run(each, "print(__file__)").stdout == b"program.py\n"


def test_the_hash_seed_is_fixed_and_random_is_not(each: Sandbox) -> None:
    program = "import random\nprint(hash('a'), random.random())"
    (hash1, random1), (hash2, random2) = (run(each, program).stdout.split() for _ in range(2))
    assert hash1 == hash2
    assert random1 != random2


def test_nothing_of_the_surroundings_is_handed_over(each: Sandbox) -> None:
    program = "import os, sys\ndef is_open(k):\n    try: return bool(os.fstat(k))\n    except OSError: return False\nprint(dict(os.environ), sys.argv, os.listdir('.'), [k for k in range(256) if is_open(k)])"
    assert run(each, program).stdout == b"{} ['program.py'] [] [0, 1, 2]\n"


def test_site_packages_are_out_of_reach(each: Sandbox) -> None:
    assert b"site-packages" not in run(each, "import sys\nprint(sys.path)").stdout


def test_a_file_left_behind_is_gone_in_the_next_case() -> None:
    leave = "import os\nos.makedirs('a/b')\nopen('a/b/c', 'w').write('x')\nos.symlink('/etc', 'l')\nos.chmod('a/b', 0)\nos.chmod('.', 0)"
    with Sandbox(1, Tier("uncontained")) as one:  # a contained one can't leave any
        assert one.run(leave, b"", LIMITS).clean
        assert one.run("import os\nprint(os.listdir('.'))", b"", LIMITS).stdout == b"[]\n"
    assert Path("/etc/passwd").exists()


def test_processes_of_its_own_work_where_nothing_contains_them() -> None:
    program = "from multiprocessing import get_context\ndef f(x): return x\nif __name__ == '__main__':\n    input()\n    with get_context('fork').Pool(2) as p: print(sum(p.map(f, map(int, input().split()))))"
    with Sandbox(1, Tier("uncontained")) as one:
        assert one.run(program, INPUT, LIMITS).stdout == b"6\n"


def test_names_of_one_case_are_unknown_to_the_next() -> None:
    program = "import builtins\nprint(hasattr(builtins, 'left'))\nbuiltins.left = 1"
    with Sandbox(1) as one:
        assert [one.run(program, b"", LIMITS).stdout for _ in range(2)] == [b"False\n"] * 2


def test_the_recursion_limit_is_that_of_a_plain_interpreter(each: Sandbox) -> None:
    program = "def f(n): return 0 if n == 0 else 1 + f(n - 1)\nprint(f(990))\ntry: f(1010)\nexcept RecursionError: print('deep')"
    assert run(each, program).stdout == b"990\ndeep\n"


def test_deep_recursion_works_in_python_and_in_c(each: Sandbox) -> None:
    python = "import sys\nsys.setrecursionlimit(10**6)\ndef f(n): return 0 if n == 0 else 1 + f(n - 1)\nprint(f(10**5))"
    through_c = "import sys\nsys.setrecursionlimit(10**6)\ndef f(n): return 0 if n == 0 else 1 + max(map(f, [n - 1]))\nprint(f(30_000))"
    assert run(each, python).stdout == b"100000\n"
    assert run(each, through_c).stdout == b"30000\n"


def test_big_numbers_and_five_megabytes_of_input_work(each: Sandbox) -> None:
    digits = "import sys\nsys.set_int_max_str_digits(0)\nprint(len(str(10**5000)), int('9' * 5000) > 0)"
    assert run(each, digits).stdout == b"5001 True\n"
    stdin = b"1 2 3 4 5 6 7\n" * (5 * 2**20 // 14)
    done = run(each, "import sys\nprint(sum(map(int, sys.stdin.read().split())))", stdin)
    assert done.stdout == b"%d\n" % (28 * (len(stdin) // 14))
    assert run(each, "import sys\nsys.stdout.write(sys.stdin.read())", stdin).stdout == stdin


def test_a_big_case_leaves_no_trace_in_the_memory_of_the_next() -> None:
    with Sandbox(1) as one:
        before = one.run("pass", b"", LIMITS).memory_mb
        one.run("import sys\nsys.stdout.write(sys.stdin.read())", b"x" * 12_000_000, LIMITS)
        assert one.run("pass", b"", LIMITS).memory_mb < before + 8


def test_only_the_modules_that_are_allowed_can_be_imported(each: Sandbox) -> None:
    both = Limits((20.0,), memory_mb=1024, modules=("numpy", "scipy"))
    solve = "import numpy as np\nfrom scipy.optimize import linprog\nprint(round(linprog([-1.0], [[2.0]], [3.0]).fun, 6))"
    done = each.run(solve, b"", both)
    assert done.stdout == b"-1.5\n", done.stderr
    assert each.run("import networkx", b"", both).error == "ModuleNotFoundError"
    threads = "import numpy, os\nprint(os.environ['OPENBLAS_NUM_THREADS'])"
    assert each.run(threads, b"", both).stdout == b"1\n"
    with pytest.raises(ValueError, match=r"limits.modules: nosuch is not an installed package"):
        each.run("pass", b"", Limits((1.0,), modules=("nosuch",)))

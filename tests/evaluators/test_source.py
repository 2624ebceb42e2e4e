"""What is seen in a program's source without running it."""

from __future__ import annotations

import ast

import pytest

from evaluators.source import clock_of, reading_lines


@pytest.mark.parametrize(
    ("code", "clock"),
    [
        ("import time\ntime.time()", "time.time"),
        ("import time as t\nstart = t.perf_counter_ns()", "time.perf_counter_ns"),
        ("from time import process_time\nprocess_time()", "time.process_time"),
        ("from time import monotonic as now\nclock = now", "time.monotonic"),
        ("from time import *\nwhile thread_time() < 1: pass", "time.thread_time"),
        ("import time\nclock = time.perf_counter\nclock()", "time.perf_counter"),
        ("def f():\n import time\n return time.clock_gettime(1)", "time.clock_gettime"),
        ("from datetime import datetime as d\nd.now()", "datetime.datetime.now"),
        ("import datetime\ndatetime.datetime.utcnow()", "datetime.datetime.utcnow"),
        ("import datetime as dt\ndt.date.today()", "datetime.date.today"),
        ("from timeit import default_timer as timer\ntimer()", "timeit.default_timer"),
        ("import resource\nresource.getrusage(0)", "resource.getrusage"),
        ("import os, sys\nos.times()", "os.times"),
        ("__import__('time').time()", "time.time"),
        ("import importlib\nimportlib.import_module('time').monotonic()", "time.monotonic"),
        ("import time\ngetattr(time, 'time')()", "time.time"),
        ("import time\ntime.sleep(1)\nx = time.monotonic(); y = time.time()", "time.monotonic"),
        ("import time\ntime.sleep(1)", ""),
        ("from time import time", ""),
        ("def time(): return 1\ntime()", ""),
        ("class T:\n def time(self): pass\nT().time()", ""),
        ("import datetime\ndatetime.datetime(2000, 1, 1)", ""),
        ("import os.path\nos.path.join('a')", ""),
        ("from . import time\ntime.time()", ""),
        ("print('time.time()')", ""),
        ("import time\ntime.time() x", ""),
    ],
)
def test_a_clock_is_found_however_it_is_imported(code: str, clock: str) -> None:
    assert clock_of(code) == clock


def test_lines_that_take_the_input_apart_are_told_from_those_that_compute() -> None:
    code = """import sys
n = int(input())
words = sys.stdin.readline().split()
a = words[1]
values = list(map(int, words))
b = values[7]
def f(it):
    return next(it)
c = [float(
    w) for w in words]
print(max(values))
"""
    assert reading_lines(ast.parse(code)) == {2, 3, 4, 5, 8, 9, 10}


@pytest.mark.parametrize("depth", [3, 900, 3000, 20_000])
def test_long_chains_of_names_are_no_clocks_and_no_trouble(depth: int) -> None:
    assert clock_of("import time\nx = time\n" + "x" + ".a" * depth) == ""
    assert clock_of("import time\n" + "getattr(" * depth + "time" + ", 'a')" * depth) == ""

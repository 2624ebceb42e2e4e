"""Programs in C++: compiled in the sandbox, and then run there as `Executable`.

The compiler is as untrusted as what it reads: it may execute its own parts, read headers and libraries, and
write into one folder, which must be empty afterwards for its keeper to serve on.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from evaluators.items import Limits
from evaluators.printable import printable
from evaluators.sandbox.inside.places import COMPILE, Kind
from evaluators.sandbox.inside.program import PRODUCT
from evaluators.sandbox.pool import Sandbox
from evaluators.sandbox.programs import Command, Executable
from evaluators.sandbox.runs import Stop

_COMPILER = "g++"
_FLAGS = ("-std=c++17", "-O2", "-pipe", "-fmax-errors=5")
_LIMITS = Limits((20.0,), memory_mb=2048, output_mb=128)
_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}  # nothing of the user's is shown to sources
_MOST_LINES, _LONGEST_LINE = 5, 200
_PARTS = ("cc1plus", "collect2", "as", "ld", "lto-wrapper")
_FILES = ("crt1.o", "crtbegin.o", "libstdc++.so", "libstdc++.so.6", "libm.so", "libc.so", "libgcc_s.so.1")
_LOADERS = {"x86_64": "/lib64/ld-linux-x86-64.so.2", "aarch64": "/lib/ld-linux-aarch64.so.1"}


class NoCompiler(RuntimeError):
    """This machine has no C++ compiler; the message says what to install."""


class CompileError(ValueError):
    """The source does not compile; the message is the compiler's own, shortened."""


@dataclass(frozen=True, slots=True)
class Toolchain:
    """Where a compiler and all that it needs lie."""

    compiler: str
    executables: tuple[str, ...]
    folders: tuple[str, ...]  # headers, start files, libraries
    libraries: tuple[str, ...]  # what compiled programs need
    loader: str


def build(sandbox: Sandbox, source: str, flags: Sequence[str] = _FLAGS) -> Executable:
    """Compile a file of C++; raises `CompileError`, `NoCompiler`, or RuntimeError for a fault of ours."""
    tools = toolchain()
    kind = Kind(COMPILE, executables=tools.executables, readable=(*tools.folders, *tools.libraries))
    words = (tools.compiler, *flags, "-x", "c++", "-o", PRODUCT, "-")
    run = sandbox.run(Command(kind), source.encode(errors="surrogatepass"), _LIMITS, arguments=words)
    if run.stop is Stop.FAULT:
        raise RuntimeError(run.message)
    if run.stop is Stop.NO and (run.error or run.signal):  # it never was the compiler, or somebody ended it
        raise RuntimeError(f"{tools.compiler} can't be run in the sandbox: {run.message}")
    if not run.clean or not run.stdout:
        why = f"the compiler was stopped: {run.stop.value}" if run.stop is not Stop.NO else run.message
        raise CompileError(_told(run.stderr) or why)
    return Executable(run.stdout, tools.loader, tools.libraries)


def _told(stderr: str) -> str:
    lines = [line for line in stderr.splitlines() if "error" in line] or stderr.splitlines()
    return "\n".join(printable(line)[:_LONGEST_LINE] for line in lines[:_MOST_LINES])


@lru_cache(maxsize=1)
def toolchain() -> Toolchain:
    """The compiler of this machine; raises `NoCompiler`."""
    found = shutil.which(_COMPILER)
    loader = _LOADERS.get(os.uname().machine, "")
    if not found or not Path(loader).exists():
        raise NoCompiler("programs in C++ need g++ and the GNU C library: install g++")
    parts = [_asked(found, f"-print-prog-name={name}") for name in _PARTS]
    paths = [part if Path(part).is_absolute() else shutil.which(part) for part in parts]
    executables = tuple(dict.fromkeys([found, loader, *(path for path in paths if path)]))
    files = [_asked(found, f"-print-file-name={name}") for name in _FILES]
    homes = [os.path.normpath(Path(file).parent) for file in files if Path(file).is_absolute()]
    inner = [str(Path(path).parent) for path in paths if path and "gcc" in path]
    folders = tuple(dict.fromkeys([*_headers(found), *homes, *inner]))
    libraries = ("/etc/ld.so.cache", *dict.fromkeys(homes))
    return Toolchain(found, executables, folders, libraries, loader)


def _asked(compiler: str, question: str) -> str:
    return _output(compiler, question).stdout.strip()


def _output(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, input="", env=_ENVIRONMENT, capture_output=True, text=True, errors="replace", check=False
    )


def _headers(compiler: str) -> list[str]:
    """Folders in which the compiler looks for headers."""
    told = _output(compiler, "-E", "-x", "c++", "-", "-v").stderr
    _, _, rest = told.partition("#include <...> search starts here:\n")
    listed, _, _ = rest.partition("End of search list.")
    return [os.path.normpath(line.strip()) for line in listed.splitlines() if line.strip()]

"""Programs in C++: built and run in the sandbox, which lets neither compiler nor program reach out."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from evaluators.items import Limits
from evaluators.sandbox import Sandbox, Stop, Tier, found, tiers
from evaluators.sandbox.native import CompileError, NoCompiler, build, toolchain

pytestmark = pytest.mark.skipif(not shutil.which("g++"), reason="no g++ here")
LIMITS = Limits((0.5, 1.0), memory_mb=128, output_mb=1.0)
HEAD = "".join(
    f"#include <{name}>\n" for name in ("bits/stdc++.h", "unistd.h", "sys/socket.h", "fcntl.h", "signal.h")
)


def main(body: str) -> str:
    return f"{HEAD}int main(int argc, char** argv) {{ {body} }}"


NAMES = [name for name in ("root", "userns", "container") if not tiers.doubt_of(name)]


@pytest.fixture(scope="module", params=NAMES)
def contained(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with Sandbox(2, Tier(request.param)) as box:
        yield box


def test_a_program_is_built_and_reads_input_arguments_and_files(each: Sandbox) -> None:
    text = main(
        "long long a, b; std::cin >> a >> b; std::string s; std::ifstream f(argv[2]); std::getline(f, s);"
        'std::cout << a + b << " " << argc << argv[1] << " " << s << std::endl;'
        'std::cerr << "done"; return 3;'
    )
    built = build(each, text)
    done = each.run(built, b"20 22", LIMITS, files=[b"from a file\n"], arguments=["prog", "x y", "/dev/fd/3"])
    assert done.stdout == b"42 3x y from a file\n", done
    assert (done.exit_code, done.stderr, done.stop) == (3, "done", Stop.NO)
    assert (
        each.run(built, b"1 2", LIMITS, files=[b"z"], arguments=["p", "q", "/dev/fd/3"]).stdout == b"3 3q z\n"
    )


ENDINGS = {
    "loops": ("for (volatile int x = 0;; x = 1);", Stop.CPU),
    "sleeps": ("sleep(1000);", Stop.WALL),
    "grows": ("for (;;) { char* p = (char*) malloc(1 << 20); memset(p, 1, 1 << 20); }", Stop.MEMORY),
    "floods": ("for (;;) std::cout << std::string(1000, 'x');", Stop.OUTPUT),
    "aborts": ("abort();", "SIGABRT"),
    "crashes": ("*(volatile int*) 8 = 1;", "SIGSEGV"),
    "throws": ("std::vector<int> v; return v.at(3);", "SIGABRT"),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_each_way_to_end_is_told(sandbox: Sandbox, name: str) -> None:
    body, told = ENDINGS[name]
    done = sandbox.run(build(sandbox, main(body)), b"", LIMITS)
    assert (done.stop if isinstance(told, Stop) else done.error) == told, done


def test_threads_find_room(each: Sandbox) -> None:
    body = "int n = 0; std::thread a([&] { n += 3; }); a.join(); std::thread b([&] { n += 4; }); b.join();"
    body += "return n;"
    assert each.run(build(each, main(body)), b"", LIMITS).exit_code == 7


def test_a_stack_as_large_as_the_task_allows(sandbox: Sandbox) -> None:
    deep = f"{HEAD}int f(int n) {{ volatile char b[100]; b[0] = n; return n ? f(n - 1) + b[0] * 0 : 7; }}\n"
    done = sandbox.run(build(sandbox, deep + "int main() { std::cout << f(300000); }"), b"", LIMITS)
    assert done.stdout == b"7", done


ATTACKS = {
    "reads a file": 'return open("SECRET", O_RDONLY) < 0;',
    "writes a file": 'return open("FOLDER/made", O_CREAT | O_WRONLY, 0600) < 0;',
    "writes into its folder": 'return open("made", O_CREAT | O_WRONLY, 0600) < 0;',
    "forks": "return fork() < 0;",
    "runs a shell": 'execl("/bin/sh", "sh", "-c", "exit 0", (char*) 0); return 1;',
    "runs a shell by system()": 'return system("exit 0") != 0;',
    "runs the compiler": 'execl("/usr/bin/g++", "g++", "--version", (char*) 0); return 1;',
    "opens a socket": "return socket(AF_INET, SOCK_STREAM, 0) < 0;",
    "opens a Unix socket": "return socket(AF_UNIX, SOCK_DGRAM, 0) < 0;",
    "signals the judge": "return kill(getppid(), 0) != 0;",
    "reads the judge's environment": (
        'return open(("/proc/" + std::to_string(getppid()) + "/environ").c_str(), O_RDONLY) < 0;'
    ),
    "lists the root folder": (
        'typedef std::filesystem::directory_iterator walk; return walk("/") == walk();'
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ATTACKS)
def test_a_program_reaches_nothing(contained: Sandbox, name: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    body = ATTACKS[name].replace("SECRET", str(tmp_path / "secret")).replace("FOLDER", str(tmp_path))
    with Sandbox(1, Tier("uncontained")) as open_box:
        built = build(open_box, main(body))
        if name not in ("writes into its folder", "signals the judge"):
            assert open_box.run(built, b"", LIMITS).exit_code == 0, "the attack itself does not work"
    done = contained.run(built, b"", LIMITS)
    assert done.exit_code or done.signal, done
    assert [path.name for path in tmp_path.iterdir() if path.name != "made"] == ["secret"]


SOURCES = {
    "includes a host file": '#include "SECRET"\nint main() {}',
    "embeds a host file": 'asm(".incbin \\"SECRET\\"");\nint main() {}',
    "includes a device": '#include "/dev/urandom"\nint main() {}',
    "is no C++": "print('x')",
    "has no main": "int f() { return 1; }",
    "never ends": (
        "template <int n> struct A { typedef typename A<n + 1>::type type; };\nint main() { A<0>::type x; }"
    ),
    "is empty": "",
}


@pytest.mark.parametrize("name", SOURCES)
def test_a_compiler_reaches_nothing_and_says_what_is_wrong(
    contained: Sandbox, name: str, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("int secret;\n")
    with pytest.raises(CompileError) as raised:
        build(contained, SOURCES[name].replace("SECRET", str(tmp_path / "secret")))
    assert str(raised.value).strip()
    assert "int secret" not in str(raised.value)


def test_nothing_of_one_build_is_there_for_the_next(contained: Sandbox) -> None:
    build(contained, "int main() { return 0; }")
    seen = '#if __has_include("product")\n#error seen\n#endif\nint main() { return 0; }'
    assert build(contained, seen).image.startswith(b"\x7fELF")
    with pytest.raises(CompileError):
        build(contained, '#include "product"\nint main() {}')


def test_what_a_compiler_prints_is_not_its_product(contained: Sandbox) -> None:
    talks = 'asm(".print \\"x\\"");\nint main() { return 7; }'
    built = build(contained, talks)
    assert built.image.startswith(b"\x7fELF")
    assert contained.run(built, b"", LIMITS).exit_code == 7


def test_messages_of_a_compiler_are_short_and_fit_to_be_shown(contained: Sandbox) -> None:
    with pytest.raises(CompileError) as raised:
        build(contained, f'#error "\x1b[2J{"x" * 5000}"\nint main() {{}}')
    assert str(raised.value).replace("\n", "").isprintable()
    assert len(str(raised.value)) < 1100


def test_a_compiler_that_can_not_be_run_is_no_fault_of_the_source(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wrapper = tmp_path / "g++"
    wrapper.write_text(f'#!/bin/sh\nexec {shutil.which("g++")} "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    toolchain.cache_clear()
    try:
        with pytest.raises(RuntimeError, match=f"^{re.escape(str(wrapper))} can't be run in the sandbox: "):
            build(sandbox, "int main() {}")
    finally:
        toolchain.cache_clear()


def test_without_a_compiler_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    toolchain.cache_clear()
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(NoCompiler, match="install g"):
        toolchain()
    toolchain.cache_clear()


def test_the_tier_of_this_machine_builds(sandbox: Sandbox) -> None:
    if not found().contained:
        pytest.skip(found().reason)
    assert build(sandbox, "int main() {}").image.startswith(b"\x7fELF")

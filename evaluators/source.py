"""Python source looked at without running it: does it parse, what does it do, what does it lack."""

from __future__ import annotations

import ast
import builtins
import warnings

_BUILTINS = frozenset(dir(builtins)) | {"exit", "quit"}
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)
_SECONDS = ("time", "perf_counter", "process_time", "monotonic", "thread_time")
_CLOCKS = frozenset(
    [*(f"time.{name}{suffix}" for name in _SECONDS for suffix in ("", "_ns"))]
    + ["time.clock_gettime", "time.clock_gettime_ns", "time.localtime", "time.gmtime", "time.ctime"]
    + [f"datetime.datetime.{name}" for name in ("now", "utcnow", "today")]
    + ["datetime.date.today", "timeit.default_timer", "timeit.timeit", "timeit.repeat"]
    + ["resource.getrusage", "os.times"]
)
_READING = frozenset(
    ["input", "int", "float", "map", "next", "split", "splitlines", "read", "readline", "readlines"]
)
_LONGEST = 1 << 19  # characters: a tree takes hundreds of bytes for each of them
_DEEPEST = 3  # parts of the name of a clock
_WHOLE = frozenset(["read", "readlines", "split", "splitlines"])  # give texts that are then taken one by one


def tree_of(code: str) -> ast.Module | None:
    """The syntax tree, or None for what is no Python, nested too deeply, or longer than any answer."""
    if len(code) > _LONGEST:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the program's escapes, say
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def parses(code: str) -> bool:
    """Whether `code` is Python."""
    return tree_of(code) is not None


def says(tree: ast.Module) -> bool:
    """Whether there is a statement besides bare values, such as a sample output, and bare annotations."""
    return any(not _inert(statement) for statement in tree.body)


def acts(tree: ast.Module) -> bool:
    """Whether it defines, imports, or calls a builtin: what prose and outputs that happen to parse don't."""
    return any(
        isinstance(node, (*_DEFINITIONS, *_IMPORTS, ast.Lambda))
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _BUILTINS)
        for node in ast.walk(tree)
    )


def runs(tree: ast.Module) -> bool:
    """Whether something happens when it is executed, beyond definitions and assignments without a call."""
    for statement in tree.body:
        if isinstance(statement, (*_DEFINITIONS, *_IMPORTS)):
            continue
        if isinstance(statement, ast.If | ast.For | ast.While | ast.With | ast.Try):
            return True
        if any(isinstance(node, ast.Call) for node in ast.walk(statement)):
            return True
    return False


def defined(tree: ast.Module) -> frozenset[str]:
    """Names that it binds anywhere."""
    names = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }
    for node in ast.walk(tree):
        if isinstance(node, _DEFINITIONS):
            names.add(node.name)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            names.add(node.name)
    return frozenset(names)


def offered(tree: ast.Module) -> frozenset[str]:
    """Functions and classes that it defines at its top level."""
    return frozenset(node.name for node in tree.body if isinstance(node, _DEFINITIONS))


def lacking(tree: ast.Module) -> frozenset[str]:
    """Names that it reads but binds nowhere and that are no builtins."""
    read = {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    return frozenset(read - defined(tree) - _BUILTINS)


def clock_of(code: str) -> str:
    """The first clock that a program reads, by `reads_clock`; "" for none and for what is no Python."""
    tree = tree_of(code)
    return reads_clock(tree) if tree else ""


def reads_clock(tree: ast.Module) -> str:
    """The first clock that it mentions, as "time.perf_counter", however imported; "" for none.

    What such a program does depends on how busy the machine is.
    """
    origins = _origins(tree)
    found = [
        (node.lineno, node.col_offset, name)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute | ast.Name | ast.Call)
        and (name := _dotted(node, origins)) in _CLOCKS
    ]
    return min(found)[2] if found else ""


def _origins(tree: ast.Module) -> dict[str, str]:
    """What imported names stand for: "perf" for "time.perf_counter"."""
    origins: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.partition(".")[0]
                origins[alias.asname or first] = alias.name if alias.asname else first
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                origins[alias.asname or alias.name] = f"{node.module}.{alias.name}"
            if any(alias.name == "*" for alias in node.names):
                offered = (clock.split(".")[1] for clock in _CLOCKS if clock.startswith(f"{node.module}."))
                origins |= {name: f"{node.module}.{name}" for name in offered}
    return origins


def _dotted(node: ast.AST, origins: dict[str, str], depth: int = _DEEPEST) -> str:
    """The full name of what an expression mentions, "" where that is not plain or longer than a clock's."""
    if isinstance(node, ast.Name):
        return origins.get(node.id, "") if isinstance(node.ctx, ast.Load) else ""
    if isinstance(node, ast.Attribute) and depth:
        base = _dotted(node.value, origins, depth - 1)
        return f"{base}.{node.attr}" if base else ""
    if isinstance(node, ast.Call) and depth:
        given = [
            arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
        ]
        name = _called(node)
        if name in ("__import__", "import_module") and given:
            return given[0]
        if name == "getattr" and given:
            base = _dotted(node.args[0], origins, depth - 1)
            return f"{base}.{given[0]}" if base else ""
    return ""


def reading_lines(tree: ast.Module) -> frozenset[int]:
    """Lines on which it takes its input apart: calls like input, int, map, split, next, or a piece of a text.

    A piece of a text is an index into a name that is bound to what split, read and the like return.
    """
    texts = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and _called(node.value) in _WHOLE
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found: set[int] = set()
    for node in ast.walk(tree):
        call = isinstance(node, ast.Call) and _called(node) in _READING
        piece = (
            isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in texts
        )
        if (call or piece) and isinstance(node, ast.expr):
            found.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return frozenset(found)


def _called(call: ast.Call) -> str:
    """The last part of the name of what is called."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _inert(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return not any(isinstance(node, ast.Call) for node in ast.walk(statement))
    return (isinstance(statement, ast.AnnAssign) and statement.value is None) or isinstance(
        statement, ast.Pass
    )

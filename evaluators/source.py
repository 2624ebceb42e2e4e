"""Python source looked at without running it: does it parse, does it do anything, what does it lack."""

from __future__ import annotations

import ast
import builtins
import warnings

_BUILTINS = frozenset(dir(builtins)) | {"exit", "quit"}
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)


def tree_of(code: str) -> ast.Module | None:
    """The syntax tree, or None for what is no Python (or nested too deeply to be read)."""
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


def _inert(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return not any(isinstance(node, ast.Call) for node in ast.walk(statement))
    return (isinstance(statement, ast.AnnAssign) and statement.value is None) or isinstance(
        statement, ast.Pass
    )

"""Folders from which a program can import just the third-party packages that its task allows."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from evaluators.sandbox.slots import runtime_folder


@lru_cache(maxsize=16)
def folder_of(modules: tuple[str, ...]) -> Path:
    """A folder of links to the installed packages `modules` and to the libraries that come with them.

    Raises ValueError naming a package that is not installed, or that is not a package of its own.
    """
    links = {link.name: link for module in modules for link in _parts(module)}
    key = sha256("\0".join(map(str, links.values())).encode()).hexdigest()[:16]
    folder = runtime_folder() / "modules" / key
    folder.mkdir(parents=True, exist_ok=True)
    for name, target in links.items():
        link = folder / name
        if not link.is_symlink():
            try:
                link.symlink_to(target)
            except FileExistsError:  # another process made it meanwhile
                continue
    return folder


def _parts(module: str) -> list[Path]:
    """The package's folder and, beside it, the shared libraries of its wheel."""
    spec = find_spec(module) if module.isidentifier() else None
    if spec is None or not spec.submodule_search_locations:
        raise ValueError(f"limits.modules: {module} is not an installed package")
    package = Path(next(iter(spec.submodule_search_locations)))
    libraries = package.with_name(f"{module}.libs")
    return [package, *([libraries] if libraries.is_dir() else [])]

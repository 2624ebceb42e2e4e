"""What can be run: Python's source text, or what `native` built; and the kind of zygote that runs it."""

from __future__ import annotations

from dataclasses import dataclass

from evaluators.items import Limits
from evaluators.sandbox.inside.places import NATIVE, Kind
from evaluators.sandbox.modules import folder_of


@dataclass(frozen=True, slots=True, eq=False)
class Executable:
    """A program in machine code, with the loader and the folders of libraries that it needs."""

    image: bytes
    loader: str
    libraries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the profile `compile`: its words are the arguments, what it makes is its output."""

    kind: Kind


Program = str | Executable | Command


def kind_of(program: Program, limits: Limits) -> Kind:
    """For which zygote a program is; raises ValueError for a module that is not installed."""
    if isinstance(program, Command):
        return program.kind
    if isinstance(program, Executable):
        return Kind(NATIVE, executables=(program.loader,), readable=program.libraries)
    return Kind(modules=str(folder_of(limits.modules)) if limits.modules else "")


def content(program: Program) -> bytes:
    """What travels to the zygote."""
    if isinstance(program, str):
        return program.encode(errors="surrogatepass")
    return program.image if isinstance(program, Executable) else b""

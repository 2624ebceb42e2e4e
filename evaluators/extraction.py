"""Takes the program out of a model's reply."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from evaluators.fences import Block, Tag, blocks
from evaluators.source import acts, lacking, offered, runs, says, tree_of

_THOUGHT = r"think|thinking|thought|thoughts|reasoning|reflection|scratchpad"
_OPENING = re.compile(rf"^[ \t]*(?:<(?:{_THOUGHT})>|◁think▷|\[THINK\]|<\|begin_of_thought\|>)", re.I | re.M)
_CLOSING = re.compile(rf"<\s*/\s*(?:{_THOUGHT})>|◁/think▷|\[/THINK\]|<\|end_of_thought\|>", re.I)
_FINAL = re.compile(r"<\|channel\|>\s*final\s*(?:<\|constrain\|>\w*)?\s*<\|message\|>")
_CHANNEL = re.compile(r"<\|channel\|>.*?(?:<\|end\|>|<\|return\|>|<\|call\|>|\Z)", re.S)
_END_OF_TURN = re.compile(
    r"<\|(?:im_end|im_start|endoftext|eot_id|end_of_turn|end|return|eom_id|assistant|user)\|>"
    r"|</s>|<end_of_turn>|\[/?INST\]"
)
_STARTS = re.compile(
    r"^(?:import |from \w|def |class |async def |@\w|if |for |while |try:|with |print\(|input\(|[#\"']"
    r"|\w[\w, .\[\]]*=)"
)
_LOOKS = re.compile(
    r"^\s*(?:import \w+|from [\w.]+ import |def \w+\(|class \w+.*:$|while .*:$|for .* in .*:$|print\b)", re.M
)
_MOST_TRIES = 400


@dataclass(frozen=True, slots=True)
class Extraction:
    """A program and the rule by which it was found.

    Rules, in the order in which they are tried:
    - `fence`: the last block marked as Python that is Python, or an unmarked one that does something
    - `before_example`: that block only calls what an earlier whole program defines; the earlier one
    - `joined`: the same where the earlier block only defines; both, in order
    - `unclosed`: as `fence`, from a block without its end, cut where it stops being Python
    - `mislabelled`: a block marked as another language or as output that is Python and does something
    - `no_fence`: where no block is marked as Python, the longest run of lines that is and does something
    - `broken`: the last block or text that looks like a program but is no Python
    - `none`: there is no program, `program` is empty
    """

    program: str
    rule: str


@dataclass(frozen=True, slots=True)
class _Candidate:
    code: str
    tree: ast.Module
    rule: str


def extract(reply: str) -> Extraction:
    """The program of a reply, by the first rule of `Extraction` that applies; never raises.

    Reasoning in tags or channels is dropped first, an unfinished one too: what stands there is no answer.
    """
    text = answer_of(reply.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff"))
    fenced = blocks(text)
    candidates = [found for block in fenced if (found := _candidate(block))]
    if candidates:
        return _assembled(candidates)
    for block in reversed(fenced):
        tree = tree_of(block.code)
        if block.tag is Tag.OTHER and tree and acts(tree):
            return Extraction(block.code, "mislabelled")
    if not any(block.tag is Tag.PYTHON for block in fenced) and (bare := _longest(text, strict=True)):
        return Extraction(bare, "no_fence")
    return _broken(text, fenced)


def answer_of(text: str) -> str:
    """A reply without its reasoning and without marks of the chat format."""
    final = list(_FINAL.finditer(text))
    text = text[final[-1].end() :] if final else _CHANNEL.sub("", text)
    while opening := _OPENING.search(text):
        closing = _CLOSING.search(text, opening.end())
        text = text[: opening.start()] + (text[closing.end() :] if closing else "")
    closings = list(_CLOSING.finditer(text))
    if closings:  # the chat format had already opened it
        text = text[closings[-1].end() :]
    return _END_OF_TURN.sub("\n", text)


def _candidate(block: Block) -> _Candidate | None:
    """The block as a program, if it is one."""
    if block.tag is Tag.OTHER:
        return None
    tree, code, rule = tree_of(block.code), block.code, "fence"
    if not block.closed:
        rule = "unclosed"
        if tree is None:
            code = _longest(block.code, strict=False)
            tree = tree_of(code)
    if tree is None or not (says if block.tag is Tag.PYTHON else acts)(tree):
        return None
    return _Candidate(code, tree, rule)


def _assembled(candidates: list[_Candidate]) -> Extraction:
    """The last candidate, with or replaced by the earlier ones whose functions it uses."""
    *earlier, last = candidates
    lacks = lacking(last.tree)
    for place in range(len(earlier) - 1, -1, -1):
        if not lacks & offered(earlier[place].tree):
            continue
        base = _assembled(earlier[: place + 1]).program
        tree = tree_of(base)
        if tree and runs(tree):
            return Extraction(base, "before_example")
        return Extraction(f"{base}\n{last.code}", "joined")
    return Extraction(last.code, last.rule)


def _longest(text: str, *, strict: bool) -> str:
    """The longest run of whole lines that is Python and, if `strict`, does something; the first of equals.

    Tries a bounded number of runs, each at most as long as the text.
    """
    lines = text.split("\n")
    best = ""
    after_last, tries = 0, _MOST_TRIES
    for start in range(len(lines)):
        if start < after_last or not _starts(lines, start):
            continue
        body = _outdented(lines[start:])
        end = len(body)
        while end and tries:
            tries -= 1
            code = "\n".join(body[:end]).rstrip() + "\n"
            fault = _first_fault(code)
            if fault is None:
                tree = tree_of(code)
                if tree and (acts if strict else says)(tree):
                    after_last = start + end
                    best = max(best, code, key=lambda each: each.count("\n"))
                break
            end = min(end - 1, fault)
    return best


def _starts(lines: list[str], place: int) -> bool:
    """Whether a program may begin at this line: an indented one only after a blank line."""
    line = lines[place]
    alone = place == 0 or not lines[place - 1].strip()
    return bool(_STARTS.match(line.lstrip() if alone else line))


def _outdented(lines: list[str]) -> list[str]:
    """The lines without the first one's indentation, up to the first that has less.

    A reply often begins with one space that belongs to no line; it is not taken for indentation.
    """
    indent = len(lines[0]) - len(lines[0].lstrip())
    if indent < 4:
        return [lines[0].lstrip(), *lines[1:]]
    end = next((k for k, line in enumerate(lines) if line.strip() and line[:indent].strip()), len(lines))
    return [line[indent:] for line in lines[:end]]


def _first_fault(code: str) -> int | None:
    """None for Python, else how many of its lines may still be kept."""
    try:
        compile(code, "reply", "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    except SyntaxError as fault:
        return max((fault.lineno or 1) - 1, 0)
    except (ValueError, RecursionError, MemoryError):
        return code.count("\n") // 2
    return None


def _broken(text: str, fenced: list[Block]) -> Extraction:
    """What looks like a program without being one: it will fail, but it was given."""
    for block in reversed(fenced):
        if block.code.strip() and (
            block.tag is Tag.PYTHON or (block.tag is Tag.NONE and _LOOKS.search(block.code))
        ):
            return Extraction(block.code, "broken")
    bare = text.strip() + "\n"
    if not fenced and (_LOOKS.match(bare) or len(_LOOKS.findall(bare)) >= 2):
        return Extraction(bare, "broken")
    return Extraction("", "none")

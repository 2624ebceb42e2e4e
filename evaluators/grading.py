"""Grading: the one place where the worth of an answer is compared with the certified one."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from evaluators.items import Case, Graded, Verdict
from families.twin import Contract, Refused, Twin, Value

_NUMBER = re.compile(
    r"(?<![\w.])[-+]?(?:(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
)  # not the digits of a name, such as x2
_LONGEST = 400  # digits and exponent of a number that is read; beyond it nobody means an answer
_NONE = re.compile(r"\b(no|none|infeasible|unbounded|not feasible|does not exist)\b", re.IGNORECASE)

NO_SOLUTION = ("no best solution", "infeasible", "unbounded", "-99999", "-9999")
"""How published copies of word problems label one without an optimum."""


def grade_twin(side: Twin[Any], instance: Any, case: Case, output: str) -> Graded:
    """Verdict on `output` as an answer to `instance`.

    Accepted within the contract's tolerance, relative to max(1, |worth|), of the certified worth. A
    *witnessed* better worth than the certified one is a judge error: the suite is wrong, not the program.
    Never raises on bad output; a fault of the checker itself is a judge error as well.
    """
    try:
        got = side.value(instance, output)
    except Refused as refusal:
        return Graded(Verdict.WRONG_ANSWER, str(refusal))
    except (ValueError, OverflowError) as fault:  # such as an integer of too many digits
        return Graded(Verdict.WRONG_ANSWER, f"unreadable answer: {fault}")
    except Exception as fault:  # noqa: BLE001  ours: it must not count against the program
        return Graded(Verdict.JUDGE_ERROR, f"the checker failed on this output: {fault!r}")
    if close(got.worth, case.worth, side.contract.tolerance):
        return Graded(Verdict.ACCEPTED)
    if got.witnessed and _better(got.worth, case.worth, side.contract):
        return Graded(
            Verdict.JUDGE_ERROR,
            f"SUITE UNSOUND: a checked witness is worth {plain(got.worth)}, better than the certified "
            f"{plain(case.worth)} ({case.certificate.kind}; {case.origin})",
        )
    return Graded(Verdict.WRONG_ANSWER, _reason(got, case))


def close(got: Fraction, worth: Fraction, tolerance: Fraction) -> bool:
    """Whether `got` is `worth` within `tolerance` relative to max(1, |worth|), in exact arithmetic."""
    return abs(got - worth) <= tolerance * max(Fraction(1), abs(worth))


def _better(got: Fraction, worth: Fraction, contract: Contract) -> bool:
    return got > worth if contract.sense == "max" else got < worth


def _reason(got: Value, case: Case) -> str:
    answer = case.answer.split(maxsplit=1)
    if answer and answer[0] == "YES":
        return "claims NO, a witness exists"
    if answer and answer[0] == "NO":
        return "claims YES without a witness, the answer is NO"
    return f"{plain(got.worth)}, the optimum is {plain(case.worth)}"


def plain(number: Fraction) -> str:
    """A number for people: integers in full, others to ten digits."""
    if number.denominator == 1 and abs(number) < 10**30:
        return str(number.numerator)
    try:
        return f"{float(number):.10g}"
    except OverflowError:
        return "a number of more than 300 digits"


def grade_number(case: Case, output: str, tolerance: Fraction) -> Graded:
    """Verdict on `output` as the numeric answer to a word problem.

    Read as a strict person would: the answer is the last number of the last line that is not blank, with
    thousands separators allowed ("1,234.5"), a sign and an exponent; a line that is just "7/2" is that
    fraction. A problem without an optimum (`case.answer` in `NO_SOLUTION`) wants a last line that says so in
    words or repeats the label. Never raises.
    """
    lines = [line for line in output.splitlines() if line.strip()]
    if not lines:
        return Graded(Verdict.WRONG_ANSWER, "no output")
    line = lines[-1].strip()
    if case.answer.lower() in NO_SOLUTION:
        if _NONE.search(line) or line in NO_SOLUTION:
            return Graded(Verdict.ACCEPTED)
        return Graded(Verdict.WRONG_ANSWER, f"{line[:80]!r}, the problem has no optimum")
    got = last_number(line)
    if got is None:
        return Graded(Verdict.WRONG_ANSWER, f"no number in the last line {line[:80]!r}")
    if close(got, case.worth, tolerance):
        return Graded(Verdict.ACCEPTED)
    return Graded(Verdict.WRONG_ANSWER, f"{plain(got)}, the answer is {plain(case.worth)}")


def last_number(line: str) -> Fraction | None:
    """The last number in `line`, or None; a line that is one fraction "a/b" is read as that."""
    line = line.replace("\N{MINUS SIGN}", "-").strip()
    whole = re.fullmatch(r"([-+]?\d{1,100})\s*/\s*(\d{1,100})", line)
    if whole and int(whole[2]):
        return Fraction(int(whole[1]), int(whole[2]))
    found: list[str] = _NUMBER.findall(line)
    return number(found[-1]) if found else None


def number(text: str) -> Fraction | None:
    """`text` as an exact number, or None if it is none or absurdly long."""
    text = text.replace(",", "").strip()
    mantissa, _, exponent = text.lower().partition("e")
    if len(mantissa) > _LONGEST or len(exponent) > 4 or abs(int(exponent or 0)) > _LONGEST:
        return None
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None

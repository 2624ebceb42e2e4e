"""What every family must keep to; no test here names one."""

import difflib
import json
import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from found import LEVELS, decides, every_pair, every_twin, family, made, make, right, side, stratum, tiny
from hypothesis import given, settings
from hypothesis import strategies as st
from junk import OUTPUTS, near_inputs, spoilt
from leaks import features, guessed

from evaluators.grading import close, grade_twin
from evaluators.items import Case, Verdict
from evaluators.suites import build
from families.twin import Certificate, Invalid, Tier

HERE = Path(__file__).parent


def grade(name, twin, case, output):
    whole = Case(0, Tier.WORST, "", case.worth, case.answer, case.certificate, case.origin)
    return grade_twin(side(name, twin), case.instance, whole, output)


def is_certified(name, twin, case):
    """Whether the certificate convinces."""
    try:
        side(name, twin).certify(case)
    except ValueError as failure:
        assert str(failure), "a refusal gives its reason"
        return False
    return True


# --- statement ----------------------------------------------------------------------------------------------


@every_twin
def test_statements_are_whole_and_no_two_wordings_alike(name, twin):
    if side(name, twin).tell:
        case = make(name, twin, 3, Tier.WORST, 0, 0)
        texts = [side(name, twin).tell(case.instance, version) for version in (0, 1)]
    else:
        assert all(wording.count("{") == 1 and "{detail}" in wording for wording in family(name).wordings)
        texts = [family(name).statement(twin, version) for version in range(len(family(name).wordings))]
    assert len(set(texts)) == len(texts) >= 2
    assert not any(
        re.search(r"[{}]|\bNone\b|  ", text.replace("\n", " ").replace("   ", "")) for text in texts[:0]
    )
    assert all("{" not in text and "}" not in text for text in texts)


@every_pair
def test_the_statements_of_twins_differ_in_the_detail_and_at_most_one_line_more(name):
    p, npc = family(name).twins["p"], family(name).twins["npc"]
    assert p.contract.bounds == npc.contract.bounds
    assert p.detail != npc.detail and p.detail.endswith(".") and npc.detail.endswith(".")
    for version in range(len(family(name).wordings)):
        ours = family(name).statement("p", version).replace(p.detail, npc.detail).splitlines()
        theirs = family(name).statement("npc", version).splitlines()
        changed = [line for line in difflib.ndiff(ours, theirs) if line[0] in "+-"]
        assert len(changed) <= 2, changed


# --- text ---------------------------------------------------------------------------------------------------


@every_twin
@pytest.mark.parametrize("level", LEVELS)
def test_parse_undoes_render(name, twin, level):
    render, parse = side(name, twin).render, side(name, twin).parse
    for case in (*made(name, twin, level), *(made(name, twin, level, 1) if level < 5 else ())):
        text = render(case.instance)
        assert text.endswith("\n") and text.isascii()
        assert parse(text) == case.instance


@every_twin
def test_a_text_that_is_not_exactly_an_instance_is_refused_by_line(name, twin):
    render, parse = side(name, twin).render, side(name, twin).parse
    accepted = 0
    for case in (*made(name, twin, 1), *made(name, twin, 2)):
        text = render(case.instance)
        for what, near in near_inputs(text):
            try:
                instance = parse(near)
            except Invalid as refusal:
                assert re.search(r"\blines?\b", str(refusal)), f"{what}: {refusal} names no line"
                assert "\n" not in str(refusal) and len(str(refusal)) < 300
            else:
                accepted += 1
                assert near == render(instance), (
                    f"{what}: accepted, but it is not what the statement describes"
                )
    assert accepted, "no change of a single number makes another instance: is the parser too strict?"


@every_twin
def test_a_wrong_count_is_refused(name, twin):
    """Texts that end too early or too late, whatever else they say."""
    render, parse = side(name, twin).render, side(name, twin).parse
    for case in (*made(name, twin, 1), *made(name, twin, 4)):
        lines = render(case.instance).splitlines(keepends=True)
        for near in (lines[:-1], [*lines, lines[-1]], [*lines[:-1], lines[-1].replace("\n", " 1\n")]):
            with pytest.raises(Invalid):
                parse("".join(near))


@every_twin
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_an_edited_text_is_refused_or_is_exactly_another_instance(name, twin, data):
    render, parse = side(name, twin).render, side(name, twin).parse
    text = render(data.draw(st.sampled_from(made(name, twin, 1))).instance)
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 2))
        text = text[:start] + data.draw(st.text("0123456789- \n.x²\u00a0", max_size=2)) + text[end:]
    try:
        instance = parse(text)
    except Invalid:
        return
    assert render(instance) == text


@every_pair
def test_what_the_p_twin_reads_of_the_npc_twin_s_inputs_it_can_solve(name):
    """Where the detail is about inputs, each twin's parser must refuse the other's.

    Where it is about answers, inputs are shared; then the P twin's method must be right on them.
    """
    for ours, theirs in (("p", "npc"), ("npc", "p")):
        p, npc = side(name, ours), side(name, theirs)
        for case in tiny(name, theirs, 100):
            try:
                instance = p.parse(npc.render(case.instance))
            except Invalid:
                continue
            worths = [p.value(instance, method(instance)).worth for method in (p.solve, p.brute)]
            assert worths[0] == worths[1], f"{ours} reads an input of {theirs} that its method does not solve"


@every_pair
def test_twins_share_all_inputs_or_none_of_full_size(name):
    p, npc = side(name, "p"), side(name, "npc")
    read = set()
    for level in (1, 3, 5):
        for case in made(name, "npc", level)[-8:]:
            try:
                p.parse(npc.render(case.instance))
                read.add(True)
            except Invalid:
                read.add(False)
    assert len(read) == 1
    assert read == {True} or p.contract.input == npc.contract.input or p.detail != npc.detail


# --- answers ------------------------------------------------------------------------------------------------


@every_twin
def test_the_reference_agrees_with_brute_force_on_200_instances(name, twin):
    twin_ = side(name, twin)
    for case in tiny(name, twin, 200):
        solved, brute = twin_.solve(case.instance), twin_.brute(case.instance)
        assert right(name, twin, case, brute), (case.origin, case.worth, brute)
        assert right(name, twin, case, solved), (case.origin, case.worth, solved)


@every_twin
@pytest.mark.parametrize("level", LEVELS)
def test_planted_and_rephrased_answers_are_accepted(name, twin, level):
    twin_ = side(name, twin)
    for number, case in enumerate(made(name, twin, level)):
        value = twin_.value(case.instance, case.answer)
        assert value.worth == case.worth
        assert value.witnessed or case.answer.split()[0] != "YES"
        answer = case.answer
        for again in range(3):
            answer = twin_.rephrase(Random(f"{number}/{again}"), case.instance, answer)
            assert grade(name, twin, case, answer).verdict is Verdict.ACCEPTED, (case.origin, answer[:200])


@every_twin
@pytest.mark.parametrize("output", OUTPUTS.values(), ids=OUTPUTS)
def test_junk_is_a_wrong_answer_with_a_short_reason(name, twin, output):
    for case in (*made(name, twin, 1)[:2], *made(name, twin, 3)[-2:]):
        start = time.process_time()
        graded = grade(name, twin, case, output)
        assert graded.verdict is Verdict.WRONG_ANSWER, graded
        assert graded.message and len(graded.message) < 300
        assert time.process_time() - start < 20


@every_twin
def test_spoilt_and_foreign_answers_are_wrong(name, twin):
    for level in (1, 3):
        cases = made(name, twin, level)
        for case, other in zip(cases, (*cases[1:], cases[0]), strict=True):
            outputs = dict(spoilt(case.answer))
            outputs["the input"] = side(name, twin).render(case.instance)
            outputs["the certificate"] = f"{case.certificate.text}\n{case.certificate.text}"
            if not close(other.worth, case.worth, side(name, twin).contract.tolerance):
                outputs["of another case"] = other.answer
            for what, output in outputs.items():
                graded = grade(name, twin, case, output)
                assert graded.verdict is Verdict.WRONG_ANSWER, (what, case.origin, output[:200])


@every_twin
def test_no_is_worth_less_than_yes_and_one_element_repeated_is_no_witness(name, twin):
    if not decides(name, twin):
        assert family(name).twins[twin].contract.tolerance > 0
        return
    for case in (*made(name, twin, 1), *made(name, twin, 3), *made(name, twin, 4)):
        assert side(name, twin).value(case.instance, "NO\n").worth < 1
        if case.worth == 1:
            assert grade(name, twin, case, "NO\n").verdict is Verdict.WRONG_ANSWER
    for case in made(name, twin, 3)[-8:]:
        tokens = case.answer.split()
        if tokens[0] == "YES" and len(set(tokens)) > 2:
            for token in sorted({*tokens[1:]}):
                repeated = "YES\n" + f"{token} " * (len(tokens) - 1)
                assert grade(name, twin, case, repeated).verdict is Verdict.WRONG_ANSWER


# --- certificates -------------------------------------------------------------------------------------------


@every_twin
@pytest.mark.parametrize("level", LEVELS)
def test_certificates_convince_and_foreign_ones_do_not(name, twin, level):
    cases = made(name, twin, level)
    for case in cases:
        side(name, twin).certify(case)
    for case in cases:
        for other in cases:
            if other.worth != case.worth:
                foreign = replace(other, instance=case.instance)
                assert not is_certified(name, twin, foreign), (case.origin, other.origin)


@every_twin
def test_no_certificate_shows_another_worth(name, twin):
    for case in (*made(name, twin, 1), *made(name, twin, 3)):
        kinds = {other.certificate.kind for other in made(name, twin, 1)}
        for kind in (*kinds - {case.certificate.kind}, "", "trust me"):
            assert not is_certified(
                name, twin, replace(case, certificate=replace(case.certificate, kind=kind))
            )
        for text in (
            "",
            "\n",
            "0\n",
            "YES\n",
            "NO\n",
            case.certificate.text[: len(case.certificate.text) // 2],
        ):
            changed = replace(case, certificate=Certificate(case.certificate.kind, text))
            assert text == case.certificate.text or not is_certified(name, twin, changed), (
                case.origin,
                text[:80],
            )
        assert not is_certified(name, twin, replace(case, worth=case.worth + 1))
        assert not is_certified(name, twin, replace(case, worth=1 - case.worth))


# --- suites -------------------------------------------------------------------------------------------------


@every_twin
@pytest.mark.parametrize("level", [3, 4, pytest.param(6, marks=pytest.mark.exhaustive)])
def test_yes_is_right_on_40_to_60_percent_of_a_suite(name, twin, level):
    if not decides(name, twin):
        worths = [make(name, twin, level, Tier.WORST, index, 0).worth for index in range(20)]
        assert len(set(worths)) > 15
        return
    cases = build(family(name), twin, stratum(name, level), 0, 0).cases
    assert 45 <= len(cases) <= 50
    assert 0.4 <= sum(case.worth == 1 for case in cases) / len(cases) <= 0.6


@every_twin
def test_neighbouring_seeds_and_items_share_no_worst_case(name, twin):
    for level in (1, 2, 3):
        size = stratum(name, level)
        suites = [build(family(name), twin, size, seed, item) for seed in range(3) for item in range(2)]
        texts = [case.instance for suite in suites for case in suite.cases if case.tier is Tier.WORST]
        assert len(set(texts)) == len(texts)


def test_suites_are_those_expected_whatever_the_hash_seed():
    expected = json.loads((HERE / "digests.json").read_text())
    started = [
        subprocess.Popen(
            [sys.executable, HERE / "digests.py"],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(HERE.parents[1])},
        )
        for seed in ("0", "1", "4294967295")
    ]
    for process in started:
        found = json.loads(process.communicate(timeout=600)[0])
        assert found == expected, "if the change is meant: python tests/families/digests.py > …/digests.json"


@every_twin
def test_sizes_that_make_no_suite_are_refused_in_one_line(name, twin):
    for n, m in ((0, 0), (-1, 5), (5, -1), (1, 10**9), (10**9, 1), (10**9, 10**9)):
        with pytest.raises(Invalid) as refusal:
            family(name).admit(replace(stratum(name, 1), n=n, m=m, level=""))
        assert "\n" not in str(refusal.value)
    for level in LEVELS:
        family(name).admit(stratum(name, level))


@every_twin
@pytest.mark.parametrize("level", [3, 4, *(pytest.param(k, marks=pytest.mark.exhaustive) for k in (5, 6))])
def test_simple_features_of_the_input_do_not_betray_the_answer(name, twin, level):
    """A tree of depth 2 on 200 worst cases; 70 % is far above the chance of a tree that learns nothing."""
    if not decides(name, twin):
        assert not side(name, twin).value(made(name, twin, 1)[0].instance, "0").witnessed
        return
    cases = [make(name, twin, level, Tier.WORST, index % 26, 2000 + index) for index in range(200)]
    rows = [features(side(name, twin).render(case.instance)) for case in cases]
    assert guessed(rows, [case.worth == 1 for case in cases]) < 0.7

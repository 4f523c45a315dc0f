from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.told import Told
from rebost.ranking import DESCRIPTIONS, Parameters, describe, recompute
from rebost.ranking.explanation import OPERATIONS
from rebost.records import Explanation, Reason

TEXT = st.lists(st.sampled_from("aaabbcdefgh"), max_size=9).map(" ".join)
QUESTION = st.lists(st.sampled_from(["a", "b|c", "d~0.05", "e~0", "x", "y"]), min_size=1, max_size=5).map(" ".join)
COSINE = st.one_of(st.floats(0.79, 0.81), st.floats(0.79, 0.81), st.sampled_from([0.88, 0.95]))


def every_node(node: Explanation) -> list[Explanation]:
    return [node, *(below for detail in node.details for below in every_node(detail))]


@st.composite
def worlds(draw):
    texts = draw(st.lists(TEXT, min_size=1, max_size=25))
    return texts, draw(st.none() | st.lists(COSINE, min_size=len(texts), max_size=len(texts)))


@given(worlds(), QUESTION, st.sampled_from([0, 500]))
def test_every_node_recomputes_to_its_value_for_every_record(world, made, question, extra_postings):
    texts, cosines = made
    ranking = world.of(*texts, cosines=cosines).ask(question, Parameters(extra_postings=extra_postings))
    for row in range(1, len(texts) + 1):
        tree = ranking.explain([row])[0]
        assert tree.value == ranking.look(row).score
        for node in every_node(tree):
            assert recompute(node) == pytest.approx(node.value, rel=1e-9, abs=1e-9)


@given(worlds(), QUESTION)
def test_every_tree_reads_as_plain_lines(world, made, question):
    texts, cosines = made
    ranking = world.of(*texts, cosines=cosines).ask(question)
    for row in range(1, len(texts) + 1):
        lines = list(describe(ranking.explain([row])[0]))
        assert lines[0].startswith("Score")
        assert all(line.strip() and "{" not in line for line in lines)


def test_a_tree_says_where_each_part_comes_from(world):
    base = world.of("anna viu girona", "pau viu vic", *["marta treballa vic"] * 10, cosines=[0.9, 0.85] + [0.8] * 10)
    assert list(describe(base.ask("viu anna alex").explain([1])[0])) == [
        "Score 0.67; it needs 0.35",
        "  0.53 from the words: 0.75 of the share of the question that the record covers",
        "    covers 70% of the question's weight",
        "      3.81 is the weight of the question's words that it holds",
        "        2.16 for “anna”",
        "          “anna” weighs 2.16: held by 1 of 12 records",
        "          1.00 for standing there 1× among 3 words (the mean is 3.0)",
        "        1.65 for “viu”",
        "          “viu” weighs 1.65: held by 2 of 12 records",
        "          1.00 for standing there 1× among 3 words (the mean is 3.0)",
        "      5.44 is the weight of all the question's words",
        "        1.63 for “alex”, which no record holds: it counts in part",
        "          “alex” weighs 3.26: held by 0 of 12 records",
        "        “anna” weighs 2.16: held by 1 of 12 records",
        "        “viu” weighs 1.65: held by 2 of 12 records",
        "  0.14 from the meaning: 0.25 of how far the record stands out",
        "    stands out by 0.58 of 1: from 1.5 deviations (0) to 4.0 (1)",
        "      2.9 deviations above the mean: likeness 0.900, mean 0.813, deviation 0.030",
    ]


def test_a_withheld_score_says_so(world):
    base = world.of("anna", *["pau"] * 29, cosines=[0.83] + [0.8, 0.82] * 14 + [0.8])
    lines = list(describe(base.ask("marta").explain([1])[0]))
    assert lines[0] == "Score 0: no word in common, and not a very clear case by meaning"
    assert any("deviations above the mean" in line for line in lines)


@pytest.mark.parametrize(
    ("cosines", "sentence"),
    [
        (None, "nothing stands out: there are no vectors"),
        ([0.9] * 3, "nothing stands out: there are too few records to compare"),
    ],
)
def test_a_signal_that_is_off_says_why(world, cosines, sentence):
    tree = world.of("anna", "pau", "vic", cosines=cosines).ask("anna").explain([1])[0]
    assert sentence in [line.strip() for line in describe(tree)]


def test_a_record_without_a_vector_says_so(world):
    base = world({row: ["anna"] for row in range(1, 41)}, dict.fromkeys(range(2, 41), 0.8))
    assert "doesn't stand out: it has no vector yet" in [
        line.strip() for line in describe(base.ask("anna").explain([1])[0])
    ]


def trees_of_the_default_method() -> list[Explanation]:
    texts = ["L'Anna té un cotxe blau a Girona, i la caldera.", *["En Pau treballa a Vic."] * 20]
    base = Told.in_language("ca", *texts, cosines=[0.9] + [0.8, 0.81] * 10, near={"gironna": "girona"})
    ranking = base.answer("L'Anna té un automòbil a Gironna, com en Pau, la Zulema, i la calefacció xiuxiuejant?")
    return list(ranking.explain([1, 2]))


def test_every_kind_of_node_that_a_ranking_makes_has_a_sentence_and_a_rule(world):
    many = [0.9] + [0.8, 0.81] * 20
    trees = [
        world.of("anna", *["pau"] * 40, cosines=cosines).ask("anna alex").explain([row])[0]
        for cosines in (many, None)
        for row in (1, 2)
    ]
    trees.append(
        world({row: ["anna"] for row in range(1, 41)}, dict.fromkeys(range(2, 41), 0.8)).ask("anna").explain([1])[0]
    )
    trees.append(world.of("l anna", "l pau").ask("l~0.1").explain([1])[0])
    trees += trees_of_the_default_method()
    nodes = [node for tree in trees for node in every_node(tree)]
    assert {node.name for node in nodes if node.details} <= set(DESCRIPTIONS)
    not_ranked = {Reason.SUPERSEDED, Reason.OUT_OF_SCOPE}  # such records never get as far as a ranking
    assert set(DESCRIPTIONS) - {node.name for node in nodes} <= not_ranked
    assert {node.operation for node in nodes} == {*OPERATIONS, "given"}


def test_every_placeholder_is_a_number_format_that_python_knows():
    for sentence in DESCRIPTIONS.values():
        assert all(name != "" for _, name, _, _ in string.Formatter().parse(sentence) if name is not None)

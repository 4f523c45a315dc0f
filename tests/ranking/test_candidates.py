"""The proof that scoring only the candidates loses nothing: a full scan, written from the method's page alone."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rebost.ranking import Parameters, Standing
from rebost.records import Reason

WORDS = "abcdefgh"
FREQUENCIES = {"a": 0.1, "b": 0.01, "d": 0.05, "x": 0.05}
"""Of the words that are common in their language."""


@dataclass
class Scan:
    scores: dict[int, float]
    reasons: dict[int, Reason | None]
    selected: list[int]
    near_a_threshold: bool


def full_scan(texts, cosines, standing, words, p, by_language):
    """Every record, every word, with nothing but dictionaries and the formulas of sections 1 and 2."""
    words = list(dict.fromkeys(words))
    n = {word: sum(word in text for text in texts.values()) for word in words}
    records = max(len(texts), p.fewest_records)
    mean_length = sum(map(len, texts.values())) / len(texts)
    beside = p.language_records if by_language else 0
    records += beside
    held = {
        word: n[word] and n[word] + beside * (1 - math.exp(-FREQUENCIES.get(word, 0) * mean_length)) for word in words
    }
    idf = {word: math.log(1 + (records - held[word] + 0.5) / (held[word] + 0.5)) for word in words}
    total = sum(idf[word] if n[word] else p.absent_weight * idf[word] for word in words)

    z = dict.fromkeys(texts, -math.inf)
    if cosines and len(cosines) >= max(p.fewest_vectors, p.vector_share * len(texts)):
        mean = sum(cosines.values()) / len(cosines)
        deviation = math.sqrt(sum((value - mean) ** 2 for value in cosines.values()) / len(cosines))
        z |= {row: (value - mean) / max(deviation, p.least_deviation) for row, value in cosines.items()}
    standout = {row: min(1.0, max(0.0, (value - p.z_low) / (p.z_high - p.z_low))) for row, value in z.items()}
    clear = {row: value >= p.z_clear for row, value in z.items()}

    scores = {}
    for row, text in texts.items():
        shared = [word for word in words if word in text]
        drag = p.k1 * (1 - p.b + p.b * min(p.length_cap, len(text) / mean_length)) if mean_length else 0
        gains = [idf[word] * min(1.0, (p.k1 + 1) * text.count(word) / (text.count(word) + drag)) for word in shared]
        score = p.weight_words * (sum(gains) / total if total else 0.0) + p.weight_vectors * standout[row]
        scores[row] = round(score, 12) if shared or clear[row] else 0.0

    wordless = {row for row, text in texts.items() if not set(words) & set(text)}
    minimum = {row: p.minimum_clear if clear[row] and row in wordless else p.minimum for row in texts}
    enough = [row for row in texts if scores[row] >= minimum[row]]
    best = max((scores[row] for row in enough), default=0.0)
    order = sorted(enough, key=lambda row: (-scores[row], -standing[row].uses, -standing[row].newest, standing[row].id))
    near = [row for row in order if scores[row] >= p.relative * best]
    selected = near[: p.limit]

    # Words too common to carry an answer: all that are as common or commoner bring too little even together.
    highest = max((standout[row] for row in texts if not clear[row] and z[row] > -math.inf), default=0.0)
    needed = (p.minimum - p.weight_vectors * highest) / p.weight_words * total
    ranks = sorted((word for word in words if n[word]), key=lambda word: (n[word], word))
    carriers = {
        word for place, word in enumerate(ranks) if sum(idf[rest] for rest in ranks[place:]) >= needed - 1e-9 * total
    }

    reasons: dict[int, Reason | None] = {}
    for row, text in texts.items():
        if row in selected:
            reasons[row] = None
        elif row in near:
            reasons[row] = Reason.BEYOND_LIMIT
        elif row in enough:
            reasons[row] = Reason.FAR_FROM_BEST
        else:
            reasons[row] = Reason.BELOW_MINIMUM if clear[row] or carriers & set(text) else Reason.NOT_CLEAR
    edges = [abs(scores[row] - minimum[row]) for row in texts] + [
        abs(scores[row] - p.relative * best) for row in enough
    ]
    edges += [abs(value - p.z_clear) for value in z.values()]
    edges += [abs(sum(idf[rest] for rest in ranks[place:]) - needed) for place in range(len(ranks))]
    return Scan(scores, reasons, selected, min(edges) < 1e-6)


@st.composite
def bases(draw):
    common = st.sampled_from(WORDS[:3])
    text = st.lists(st.one_of(common, st.sampled_from(WORDS)), max_size=6)
    texts = dict(enumerate(draw(st.lists(text, min_size=1, max_size=40)), start=1))
    near = st.integers(0, 20).map(lambda step: 0.8 + step / 1000)
    cosine = st.one_of(near, near, near, st.sampled_from([0.9, 0.95]))
    rows = list(texts) if draw(st.booleans()) else [row for row in texts if row % 11]
    cosines = draw(st.none() | st.fixed_dictionaries(dict.fromkeys(rows, cosine)))
    uses = st.builds(Standing, st.integers(0, 2), st.sampled_from([0.0, 1.0]), st.just(""))
    standing = {row: draw(uses)._replace(id=f"{row % 7}-{row}") for row in texts}
    return texts, cosines, standing


parameters = st.builds(
    Parameters,
    minimum=st.sampled_from([0.05, 0.2, 0.35, 0.6]),
    minimum_clear=st.sampled_from([0.15, 0.24]),
    relative=st.sampled_from([0.3, 0.5, 0.9]),
    language_records=st.sampled_from([0, 20, 500]),
    limit=st.integers(0, 4),
    left_out=st.sampled_from([0, 2, 20]),
    extra_postings=st.sampled_from([0, 5, 500]),
    z_clear=st.sampled_from([2.0, 3.5]),
)


@settings(max_examples=300)
@given(bases(), st.lists(st.sampled_from(WORDS + "xy"), min_size=1, max_size=6), parameters, st.booleans())
def test_scoring_the_candidates_gives_what_a_full_scan_gives(world, base, words, parameters, by_language):
    texts, cosines, standing = base
    rounded = None if cosines is None else {row: float(f"{value:.3f}") for row, value in cosines.items()}
    scan = full_scan(texts, rounded, standing, words, parameters, by_language)
    assume(not scan.near_a_threshold)

    question = " ".join(f"{word}~{FREQUENCIES.get(word, 0)}" if by_language else word for word in words)
    ranking = world(texts, rounded, standing).ask(question, parameters)

    assert [ranked.row for ranked in ranking.selected] == scan.selected
    for row in texts:
        ranked = ranking.look(row)
        assert ranked.score == pytest.approx(scan.scores[row], abs=1e-4)  # cosines are stored as 32 bit numbers
        assert ranked.reason == scan.reasons[row]
    reasons = list(scan.reasons.values())
    assert ranking.counts == {reason: reasons.count(reason) for reason in Reason if reason in reasons}


@given(bases(), st.lists(st.sampled_from(WORDS), min_size=1, max_size=6))
def test_the_nearest_left_out_are_the_best_of_all_when_every_posting_is_read(world, base, words):
    texts, _, standing = base
    ranking = world(texts, None, standing).ask(" ".join(words), Parameters(left_out=5, extra_postings=10**6))
    others = [row for row in texts if ranking.look(row).reason is not None and ranking.look(row).score > 0]
    best = sorted(
        others, key=lambda row: (-ranking.look(row).score, *(-part for part in standing[row][:2]), standing[row].id)
    )
    assert [ranked.row for ranked in ranking.left_out if ranked.score > 0] == best[:5]


def test_the_postings_of_common_words_are_not_read(world):
    base = world.of("alfa viu a vic", *["viu a vic"] * 60)
    ranking = base.ask("alfa viu a vic", Parameters(extra_postings=0))
    assert base.postings_read == ["alfa"]
    assert [ranked.row for ranked in ranking.selected] == [1]
    assert ranking.counts == {Reason.NOT_CLEAR: 60}


def test_common_words_are_read_when_few_hold_them_so_that_there_is_something_near_to_show(world):
    base = world.of(*["viu a vic"] * 8, *["treballa"] * 30)
    ranking = base.ask("xxx yyy zzz viu")
    assert not ranking.selected
    assert len(ranking.left_out) == 8
    assert {ranked.reason for ranked in ranking.left_out} == {Reason.NOT_CLEAR}
    assert not base.ask("xxx yyy zzz viu", replace(Parameters(), extra_postings=7)).left_out

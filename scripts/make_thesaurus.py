"""Compile the thesaurus of `rebost.analysis.thesaurus` from its sources, `thesaurus-concepts.txt` and `thesaurus-relations.txt`.

Run after a change of the sources or of how words are stemmed: python scripts/make_thesaurus.py

The table has these lines `key<TAB>value`, sorted by the bytes of their keys:

- `ca viv·`: the number of terms of the longest expression that starts with this term, a tab, and the words that the term may
  stand for, each with the numbers of its concepts (`viure=53,812 viu=310`);
- `ca target· de·ib credit·`: the numbers of the concepts of an expression;
- `#53`: the concept's name, the numbers of those related to it, and its index terms by language, with tabs between.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from rebost.analysis import analyze, fold, is_function_word
from rebost.analysis.stemming import plain
from rebost.analysis.thesaurus import LANGUAGES, LONGEST, key_term

DATA = Path(__file__).parent.parent / "src" / "rebost" / "analysis" / "data"
CONCEPT = re.compile(r"([a-z0-9-]+): ca ?(.*) \| es ?(.*) \| en ?(.*)")


def lines_of(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def concepts(path: Path) -> dict[str, dict[str, list[str]]]:
    """Name -> language -> words and expressions."""
    found: dict[str, dict[str, list[str]]] = {}
    for line in lines_of(path):
        match = CONCEPT.fullmatch(line)
        if match is None or match[1] in found:
            raise SystemExit(f"{path.name}: not a concept, or twice: {line}")
        found[match[1]] = {
            language: [word for word in match[place].split(", ") if word] for place, language in enumerate(LANGUAGES, 2)
        }
    return found


def relations(path: Path, names: dict[str, int]) -> dict[int, set[int]]:
    """Concept -> those that a group relates it with."""
    related: dict[int, set[int]] = defaultdict(set)
    for line in lines_of(path):
        members, _, parent = line.partition(": ")[2].partition(" > ")
        numbers = [names[name] for name in members.split(", ")]
        for one in numbers:
            others = {names[parent]} if parent else set(numbers)
            related[one] |= others - {one}
            for other in others - {one}:
                related[other].add(one)
    return related


def terms_of(words: str, language: str) -> tuple[list[str], str]:
    """The key terms of a word or expression, none where it is made of function words, and its first word as written."""
    tokens = analyze(words, language)
    if all(is_function_word(token.word, language) for token in tokens) or len(tokens) > LONGEST:
        return [], ""
    return [key_term(token.surface, token.term, language) for token in tokens], tokens[0].surface


def table() -> str:
    sources = concepts(DATA / "thesaurus-concepts.txt")
    names = {name: number for number, name in enumerate(sources)}
    related = relations(DATA / "thesaurus-relations.txt", names)
    words: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    expressions: dict[str, set[int]] = defaultdict(set)
    longest: dict[str, int] = defaultdict(lambda: 1)
    lines: dict[str, str] = {}
    for name, number in names.items():
        index_terms: dict[str, set[str]] = {language: set() for language in LANGUAGES}
        for language in LANGUAGES:
            for word in sources[name][language]:
                terms, surface = terms_of(word, language)
                if len(terms) > 1:
                    expressions[f"{language} {' '.join(terms)}"].add(number)
                    first = f"{language} {terms[0]}"
                    longest[first] = max(longest[first], len(terms))
                elif terms:
                    words[f"{language} {terms[0]}"][surface].add(number)
                    index_terms[language].add(terms[0])
                    if surface != surface.lower():
                        index_terms[language].add(plain(surface))
        columns = [" ".join(sorted(index_terms[language])) for language in LANGUAGES]
        lines[f"#{number}"] = "\t".join([name, numbers(related[number]), *columns])
    for key in words.keys() | longest.keys():
        spelled = sorted(words[key].items(), key=lambda item: (fold(item[0]), item[0]))
        lines[key] = f"{longest[key]}\t" + " ".join(f"{word}={numbers(held)}" for word, held in spelled)
    lines |= {key: numbers(held) for key, held in expressions.items()}
    return "".join(f"{key}\t{lines[key]}\n" for key in sorted(lines, key=str.encode))


def numbers(held: set[int]) -> str:
    return ",".join(map(str, sorted(held)))


if __name__ == "__main__":
    (DATA / "thesaurus.txt").write_text(table(), encoding="utf-8", newline="\n")

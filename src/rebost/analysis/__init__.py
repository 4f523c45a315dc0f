"""From text to terms: tokens, folding, stems, languages and paragraphs. Pure: no files but its own tables, no clock."""

from .analyzer import ANALYZER_VERSION, analyze, analyze_question
from .elisions import pieces_of
from .folding import fold
from .frequencies import zipf
from .functionwords import is_function_word
from .interpretation import AskedTerm, Interpretation, interpret
from .language import detect_language, detect_languages
from .marks import language_mark, marks
from .paragraphs import first_paragraph, paragraphs
from .reading import Reading, read
from .tokens import QuestionTerm, Token

__all__ = [
    "ANALYZER_VERSION",
    "AskedTerm",
    "Interpretation",
    "QuestionTerm",
    "Reading",
    "Token",
    "analyze",
    "analyze_question",
    "detect_language",
    "detect_languages",
    "first_paragraph",
    "fold",
    "interpret",
    "is_function_word",
    "language_mark",
    "marks",
    "paragraphs",
    "pieces_of",
    "read",
    "zipf",
]

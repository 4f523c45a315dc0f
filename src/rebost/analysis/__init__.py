"""From text to terms: tokens, folding, stems, languages and paragraphs. Pure: no files but its own tables, no clock."""

from .analyzer import ANALYZER_VERSION, analyze, analyze_question
from .folding import fold
from .frequencies import zipf
from .functionwords import is_function_word
from .language import detect_language, detect_languages
from .paragraphs import first_paragraph, paragraphs
from .tokens import QuestionTerm, Token

__all__ = [
    "ANALYZER_VERSION",
    "QuestionTerm",
    "Token",
    "analyze",
    "analyze_question",
    "detect_language",
    "detect_languages",
    "first_paragraph",
    "fold",
    "is_function_word",
    "paragraphs",
    "zipf",
]

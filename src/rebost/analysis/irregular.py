"""Irregular forms of Catalan, Spanish and English: `stem: form form ...`, folded, written for Rebost.

The stem is what the regular forms of the same word come to, so that `vivia` (by rule) and `viu` (by this table) are one.
"""

from __future__ import annotations

_TABLES: dict[str, str] = {
    "ca": """
viv: viu vius vivim viviu viuen visc visqui visquis visquin viure viscut viscuda viscuts visques visquessin vivint vivia vivies vivien
ten: te tens tenim teniu tenen tinc tenc tenir tenia tenies teniem tenien tingut tinguda tinguts tingui tinguis tinguin tindra tindre tindran tindria tindrien tenint tingues tingue
fer: fa fas fem feu fan faig fer feia feies feiem feien fet feta fets fetes fara fare faran faria farien fent faci facin facis fes
""",
    "es": """
viv: vivo vives vive vivimos viven vivis
ten: tengo tienes tiene tenemos tienen tenes tuve tuvo tuvieron tuviste tuvimos tendra tendran tendre tendria tenga tengan tengas tenido teniendo tener tenia tenian tenias teniamos
""",
    "en": """
child: child children childs
man: man men
""",
}


def _forms(table: str) -> dict[str, str]:
    forms: dict[str, str] = {}
    for line in table.strip().splitlines():
        stem, _, words = line.partition(":")
        for word in words.split():
            forms[word] = stem
    return forms


IRREGULAR: dict[str, dict[str, str]] = {language: _forms(table) for language, table in _TABLES.items()}
"""Language -> folded form -> stem."""

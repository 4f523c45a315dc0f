"""Files into a base: notes and vaults, agents' files, facts, rows, exports; and the base kept in step with them."""

from rebost.importers.copies import UPLOADS, keep_copy
from rebost.importers.importing import FORMS, import_copies, import_path, import_stream
from rebost.importers.items import Remark
from rebost.importers.notes import Reader
from rebost.importers.reports import ImportReport, Progress

__all__ = [
    "FORMS",
    "UPLOADS",
    "ImportReport",
    "Progress",
    "Reader",
    "Remark",
    "import_copies",
    "import_path",
    "import_stream",
    "keep_copy",
]

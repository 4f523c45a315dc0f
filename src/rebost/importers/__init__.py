"""Files into a base: markdown notes, plain text, JSONL."""

from rebost.importers.importing import FORMS, ImportReport, Progress, import_path, import_stream
from rebost.importers.items import Remark

__all__ = ["FORMS", "ImportReport", "Progress", "Remark", "import_path", "import_stream"]

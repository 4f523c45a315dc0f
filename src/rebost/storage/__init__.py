"""The base: one SQLite file with the records, their inverted index, its statistics and their vectors."""

from rebost.storage.base import Base
from rebost.storage.rows import Content, Filters
from rebost.storage.scoped import ScopedIndex
from rebost.storage.snapshot import Snapshot
from rebost.storage.statistics import Entry
from rebost.storage.work import Finished, Pending
from rebost.storage.writing import Writer

__all__ = ["Base", "Content", "Entry", "Filters", "Finished", "Pending", "ScopedIndex", "Snapshot", "Writer"]

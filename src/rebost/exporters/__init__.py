"""A base out of Rebost: as rows that bring all of it back, or as notes that a person reads."""

from rebost.exporters.jsonl import export_file, export_stream
from rebost.exporters.vault import Vault, export_vault

__all__ = ["Vault", "export_file", "export_stream", "export_vault"]

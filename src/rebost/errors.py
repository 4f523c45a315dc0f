"""The errors that Rebost raises, all of them.

    RebostError
    ├── InputError                a value that the caller gave can't be used; nothing was written
    │   ├── UnknownRecordError    no record has this id
    │   ├── AmbiguousIdError      several records begin with this id
    │   ├── SecretError           the text holds a credential in a recognisable form
    │   └── FormatError           a file or a row isn't in the format that it should be
    ├── BaseError                 the base itself can't serve
    │   ├── BaseNotFoundError     there is no base at this path, and none was to be made
    │   ├── NotABaseError         the file exists and isn't a Rebost base
    │   ├── NewerBaseError        a newer Rebost made the base
    │   ├── DamagedBaseError      SQLite finds the file damaged
    │   ├── BusyError             another process kept the base locked for too long
    │   └── ReadOnlyError         the base can be read but not written
    ├── EmbedderError             a sentence model can't be loaded, reached or used
    └── ConfigError               a setting, or an agent's program's configuration, can't be used

Every message says what happened and ends in what the user can do.
"""


class RebostError(Exception):
    """The root of the tree: catch it to catch all that Rebost raises on purpose."""


class InputError(RebostError, ValueError):
    """A value that the caller gave can't be used; nothing was written."""


class UnknownRecordError(InputError):
    """No record has this id."""


class AmbiguousIdError(InputError):
    """Several records begin with this id."""


class SecretError(InputError):
    """The text holds a credential in a recognisable form."""


class FormatError(InputError):
    """A file or a row isn't in the format that it should be."""


class BaseError(RebostError):
    """The base itself can't serve."""


class BaseNotFoundError(BaseError):
    """There is no base at this path, and none was to be made."""


class NotABaseError(BaseError):
    """The file exists and isn't a Rebost base."""


class NewerBaseError(BaseError):
    """A newer Rebost made the base."""


class DamagedBaseError(BaseError):
    """SQLite finds the file damaged."""


class BusyError(BaseError):
    """Another process kept the base locked for too long."""


class ReadOnlyError(BaseError):
    """The base can be read but not written."""


class EmbedderError(RebostError):
    """A sentence model can't be loaded, reached or used."""


class ConfigError(RebostError):
    """A setting is unknown or has a value that it can't take; or a client's configuration can't be read or written."""

"""The user's settings: a small TOML file, which variables of the environment overrule.

The file is `config.toml` in the platform's configuration folder, or wherever `REBOST_CONFIG` says. Each setting
has a variable of its own (`endpoint_url`: `REBOST_ENDPOINT_URL`), and a command's option overrules both.
Credentials don't belong in the file: `endpoint_key_variable` names the variable that holds one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from rebost.errors import ConfigError

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

Value = str | int

_ON_LINUX: bool = sys.platform == "linux"

_XDG = {"config": ("XDG_CONFIG_HOME", "~/.config"), "data": ("XDG_DATA_HOME", "~/.local/share")}
"""By the XDG Base Directory Specification: a variable (a relative path in it is to be ignored), and what holds without it."""


class Setting(NamedTuple):
    """What can be set, and what may stand there."""

    name: str
    help: str
    default: Value | None = None
    minimum: int | None = None
    """Given for whole numbers, and only for them."""
    choices: tuple[str, ...] = ()
    """All that may stand there, where it isn't free."""

    @property
    def variable(self) -> str:
        """The variable of the environment that overrules the file."""
        return "REBOST_" + self.name.upper()

    def check(self, value: object) -> Value:
        """The value, as the type it has. Raises ConfigError with what would be right."""
        if self.minimum is not None:
            number = _whole(value)
            if number is None or number < self.minimum:
                raise ConfigError(f"{self.name} must be a whole number of at least {self.minimum}, not {value!r}.")
            return number
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise ConfigError(f"{self.name} must be a text on one line, not {value!r}.")
        if self.choices and value not in self.choices:
            raise ConfigError(f"{self.name} must be one of {', '.join(self.choices)}, not {value!r}.")
        return value


SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        setting.name: setting
        for setting in (
            Setting("base", "the base to use; without it, rebost.db in the platform's data folder"),
            Setting(
                "embedder",
                "the sentence model: auto (by platform and language), e5, use, endpoint, apple, that of another "
                "package, or none (words only)",
                default="auto",
            ),
            Setting("endpoint_url", "an OpenAI-style embeddings address, for the embedder `endpoint`"),
            Setting("endpoint_model", "the name of the model to ask for there"),
            Setting("endpoint_question_model", "another name to ask for when the text is a question"),
            Setting("endpoint_question_prefix", "what the model wants before a question"),
            Setting("endpoint_record_prefix", "what the model wants before a record"),
            Setting("endpoint_key_variable", "the environment variable that holds the key, if the address wants one"),
            Setting("method", "how recall decides: default or classic", default="default"),
            Setting(
                "caution",
                "what recall would rather have: low loses fewer answers, high returns fewer wrong records",
                default="normal",
                choices=("low", "normal", "high"),
            ),
            Setting("limit", "how many pieces a recall returns at most", default=8, minimum=1),
        )
    }
)


class Settings(NamedTuple):
    """The settings in force."""

    values: Mapping[str, Value | None]
    """By name, every setting there is; None for one that is unset and has no default."""
    origins: Mapping[str, str]
    """Where each setting's value comes from: `default`, `file`, or the name of a variable."""
    unknown: tuple[str, ...] = ()
    """Names in the file that no setting has: a slip, or a newer Rebost's. They change nothing."""

    @property
    def base(self) -> Path | None:
        base = self.values["base"]
        return None if base is None else Path(str(base)).expanduser()

    @property
    def embedder(self) -> str:
        return str(self.values["embedder"])

    @property
    def embedder_settings(self) -> dict[str, str]:
        """Those that `rebost.embedders.choose_embedder` takes."""
        return {name: str(value) for name, value in self.values.items() if name.startswith("endpoint_") and value}

    @property
    def method(self) -> str:
        return str(self.values["method"])

    @property
    def caution(self) -> str:
        return str(self.values["caution"])

    @property
    def limit(self) -> int:
        return int(self.values["limit"] or 0)


def slips(unknown: Sequence[str]) -> list[str]:
    """Each name that no setting has, with the setting that was probably meant."""
    from difflib import get_close_matches

    told = []
    for name in unknown:
        close = get_close_matches(name.lower().replace("-", "_"), SETTINGS, n=1)
        told.append(f"unknown setting {name}, did you mean {close[0]}?" if close else f"unknown setting {name}")
    return told


def find_setting(name: str) -> Setting:
    """The setting of this name. Raises ConfigError that lists the names there are."""
    try:
        return SETTINGS[name]
    except KeyError:
        raise ConfigError(f"There is no setting {name!r}: choose one of {', '.join(SETTINGS)}.") from None


def config_path() -> Path:
    """Where the settings are, whether or not the file exists."""
    given = os.environ.get("REBOST_CONFIG")
    if given:
        return Path(given).expanduser()
    return user_folder("config") / "config.toml"


def user_folder(purpose: Literal["config", "data"]) -> Path:
    """Rebost's own folder among the user's: for settings, or for data. It may not exist yet."""
    if _ON_LINUX:
        # The same as below (a test compares them), without what that package loads: 6 ms of each command.
        variable, usual = _XDG[purpose]
        given = Path(os.environ.get(variable, "").strip())
        return (given if given.is_absolute() else Path(usual).expanduser()) / "rebost"
    import platformdirs

    find = platformdirs.user_config_path if purpose == "config" else platformdirs.user_data_path
    return find("rebost", appauthor=False)


def load_settings(path: Path | None = None) -> Settings:
    """Read the file and the environment.

    Raises ConfigError for a file that can't be read, isn't TOML, or gives a setting a value that it can't take.
    """
    path = path or config_path()
    in_file = _read(path)
    values: dict[str, Value | None] = {}
    origins: dict[str, str] = {}
    for name, setting in SETTINGS.items():
        from_environment = os.environ.get(setting.variable)
        if from_environment:
            values[name], origins[name] = _checked(setting, from_environment, setting.variable), setting.variable
        elif name in in_file:
            values[name], origins[name] = _checked(setting, in_file[name], str(path)), "file"
        else:
            values[name], origins[name] = setting.default, "default"
    unknown = tuple(sorted(in_file.keys() - SETTINGS.keys()))
    return Settings(MappingProxyType(values), MappingProxyType(origins), unknown)


def set_value(name: str, text: str, path: Path | None = None) -> Value:
    """Write one setting into the file, leaving everything else in it, comments too, as it is.

    Raises ConfigError for an unknown name, a value that it can't take, or a file that can't be written.
    """
    setting = find_setting(name)
    value = setting.check(text)
    path = path or config_path()
    document = _document(path)
    document[name] = value
    _write(path, document)
    return value


def unset_value(name: str, path: Path | None = None) -> bool:
    """Take one setting out of the file; False when it wasn't there. Raises ConfigError as `set_value` does."""
    find_setting(name)
    path = path or config_path()
    document = _document(path)
    if name not in document:
        return False
    del document[name]
    _write(path, document)
    return True


def _whole(value: object) -> int | None:
    if isinstance(value, str):
        try:
            return int(value)
        except ValueError:
            return None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _checked(setting: Setting, value: object, place: str) -> Value:
    try:
        return setting.check(value)
    except ConfigError as error:
        raise ConfigError(f"{error} It stands in {place}: change it there.") from None


def _read(path: Path) -> dict[str, object]:
    text = _text(path)
    if not text:
        return {}
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(
            f"The settings in {path} aren't valid TOML ({error}): correct the file or remove it."
        ) from None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The settings in {path} can't be read ({error}): correct the file or remove it.") from None


def _document(path: Path) -> TOMLDocument:
    # tomlkit, and not a plain writer, since the file is the user's: their comments and order stay.
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        return tomlkit.parse(_text(path))
    except TOMLKitError as error:
        raise ConfigError(
            f"The settings in {path} aren't valid TOML ({error}): correct the file or remove it."
        ) from None


def _write(path: Path, document: TOMLDocument) -> None:
    import tomlkit

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: a half-written file would stop every later command.
        draft = path.with_name(path.name + ".new")
        draft.write_text(tomlkit.dumps(document), encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise ConfigError(
            f"The settings can't be written to {path} ({error}): name another file in REBOST_CONFIG."
        ) from None

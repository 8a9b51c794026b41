"""HTTP bodies about reviews of finished matches.

As in `messages`, from which the browser client's types are written too.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from hanamichi.review import Depth, Review
from hanamichi.server.protocol.error_codes import ErrorCode


class AskReview(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wish to have a match reviewed."""

    depth: Depth = "standard"


class _State(msgspec.Struct, frozen=True, kw_only=True, tag_field="status"):
    """What all states have."""

    depths: tuple[Depth, ...]
    """What may be asked for on this server; nothing where reviews are switched off."""


class NoReview(_State, frozen=True, kw_only=True, tag="none"):
    """Nobody has asked for it, or it was cancelled."""


class ReviewWaiting(_State, frozen=True, kw_only=True, tag="waiting"):
    """It waits until those before it are done."""

    depth: Depth
    """How deep it will be: a deep one also serves those who asked for a standard one."""
    place: Annotated[int, Meta(ge=1)]
    """Its place in the queue; 1 is next. It may fall back behind people who asked for less."""
    yours: bool
    """You asked for it, and may cancel that."""


class ReviewRunning(_State, frozen=True, kw_only=True, tag="running"):
    """It is being made."""

    depth: Depth
    progress: Annotated[int, Meta(ge=0, le=100)]
    """Percent."""
    yours: bool
    """You asked for it, and may cancel that."""


class ReviewDone(_State, frozen=True, kw_only=True, tag="done"):
    """It is stored with the replay, for everybody."""

    review: Review


class ReviewFailed(_State, frozen=True, kw_only=True, tag="failed"):
    """It could not be made. Asking again tries again."""

    depth: Depth
    code: ErrorCode


ReviewState: TypeAlias = NoReview | ReviewWaiting | ReviewRunning | ReviewDone | ReviewFailed

REQUEST_BODIES: tuple[type[msgspec.Struct], ...] = (AskReview,)

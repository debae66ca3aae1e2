"""Values to JSON and back, by the types a ruleset names; and digests that hold a state to its record."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

import msgspec

_ENCODER = msgspec.json.Encoder(order="deterministic")


def encode(value: Any) -> bytes:
    """JSON bytes, the same for equal values."""
    return _ENCODER.encode(value)


def decode(data: bytes | str, type: Any = Any) -> Any:
    """The value of that type; a msgspec.ValidationError or DecodeError says what is wrong."""
    return decoder(type).decode(data)


def plain(value: Any) -> Any:
    """The value in lists, dicts, numbers and strings, as JSON would have it."""
    return msgspec.to_builtins(value, str_keys=True)


def convert(value: Any, type: Any) -> Any:
    """A plain value back into its type."""
    return msgspec.convert(value, type, str_keys=True)


def digest(state: Any) -> str:
    """A short fingerprint of a state, kept on each table step."""
    return hashlib.sha256(_ENCODER.encode(state)).hexdigest()[:12]


@lru_cache(maxsize=64)
def decoder(type: Any) -> msgspec.json.Decoder[Any]:
    """The prepared decoder of a type, for those who decode often."""
    return msgspec.json.Decoder(type)

"""Values to JSON and back, by the types a ruleset names; and digests that hold a state to its record.

Every decoder is made here, under one lock, and kept. msgspec builds the tables of a type when it is first used and runs
Python while it does; another thread that meets the half-built tables reads through a null pointer, and the process is dead.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any, TypeVar, overload

import msgspec

__all__ = ["convert", "decode", "decoder", "encode", "pack", "plain", "ready", "unpack"]

T = TypeVar("T")

_ENCODER = msgspec.json.Encoder(order="deterministic")
_PACKER = msgspec.msgpack.Encoder()
_MAKING = threading.RLock()
_DECODERS: dict[object, msgspec.json.Decoder[Any]] = {}
_UNPACKERS: dict[object, msgspec.msgpack.Decoder[Any]] = {}


def ready(kinds: Iterable[object]) -> None:
    """Make the decoders of these types now: a server does so before it has threads."""
    for kind in kinds:
        decoder(kind)
        _unpacker(kind)


def encode(value: object) -> bytes:
    """Write JSON bytes, the same for equal values."""
    return _ENCODER.encode(value)


@overload
def decode(data: bytes | str, type: type[T]) -> T: ...
@overload
def decode(data: bytes | str, type: object = ...) -> Any: ...
def decode(data: bytes | str, type: object = Any) -> Any:
    """Read a value of that type; a msgspec.ValidationError or DecodeError says what is wrong."""
    return decoder(type).decode(data)


def pack(value: object) -> bytes:
    """Write bytes smaller and quicker than JSON, for what only this program reads."""
    return _PACKER.encode(value)


def unpack(data: bytes, type: object) -> Any:
    """Read a value that was packed."""
    return _unpacker(type).decode(data)


def plain(value: object) -> Any:
    """Take a value apart into lists, dicts, numbers and strings, as JSON would have it."""
    return msgspec.to_builtins(value, str_keys=True)


@overload
def convert(value: object, type: type[T], *, strict: bool = ...) -> T: ...
@overload
def convert(value: object, type: object, *, strict: bool = ...) -> Any: ...
def convert(value: object, type: Any, *, strict: bool = True) -> Any:
    """Put a plain value back into its type; where not `strict`, numbers may be told as text."""
    decoder(type)
    return msgspec.convert(value, type, strict=strict, str_keys=True)


@overload
def decoder(type: type[T]) -> msgspec.json.Decoder[T]: ...
@overload
def decoder(type: object) -> msgspec.json.Decoder[Any]: ...
def decoder(type: object) -> msgspec.json.Decoder[Any]:
    """Prepare the decoder of a type, for those who decode often."""
    made = _DECODERS.get(type)
    if made is None:
        with _MAKING:
            made = _DECODERS[type] = _DECODERS.get(type) or msgspec.json.Decoder(type)
    return made


def _unpacker(type: object) -> msgspec.msgpack.Decoder[Any]:
    made = _UNPACKERS.get(type)
    if made is None:
        with _MAKING:
            made = _UNPACKERS[type] = _UNPACKERS.get(type) or msgspec.msgpack.Decoder(type)
    return made

"""The package carries the built browser client: build it before it is packed. See client/build.py."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _client(root: str) -> ModuleType | None:
    place = Path(root) / "client" / "build.py"
    if not place.exists():
        return None
    spec = importlib.util.spec_from_file_location("client_build", place)
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ClientHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "client"

    def dependencies(self) -> list[str]:
        """Node, but only where there is something to build: `make install` has done it by then."""
        client = _client(self.root)
        return [] if client is None or client.current() else [client.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        client = _client(self.root)
        if client is not None:
            client.build()

"""`weathergauge settings`: every setting of the server, what it is now, who said so, and what it does."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from weathergauge.cli.console import Parser, Wrong, bold, dim, print_json
from weathergauge.cli.serve import missing

if TYPE_CHECKING:
    from weathergauge.server.settings import Choice

ABOUT = """\
Show every setting of the server: what it is, whether the settings file or the environment says so, and what it does. A flag of
`weathergauge serve` counts for more than the environment, the environment for more than a .env file, and that for more than the settings file."""

EXAMPLES = ["settings", "settings port", "settings --file  > settings.toml", "settings --json"]


def main(argv: Sequence[str] | None = None) -> int:
    """Show them, or one of them, or a settings file to begin with."""
    made = Parser("settings", "[NAME] [--file] [--json]", ABOUT, EXAMPLES)
    made.add_argument("name", nargs="?", metavar="NAME", help="one setting alone")
    made.add_argument(
        "--file", action="store_true", help="print a settings file with every setting as it is, to keep and change"
    )
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    args = made.told(argv)
    try:
        from weathergauge.server.settings import choices, settings_file
    except ModuleNotFoundError as error:
        raise missing(error) from None
    listed = choices()
    if args.name is not None:
        name = args.name.lower().removeprefix("weathergauge_")
        if name not in [choice.name for choice in listed]:
            from weathergauge.sentences import nearest

            raise Wrong(f"{args.name}: there is no such setting; {nearest(name, [choice.name for choice in listed])}")
        listed = [choice for choice in listed if choice.name == name]
    if args.json:
        print_json([{"name": choice.name, "value": choice.value, "default": choice.usual, "said_by": choice.said_by, "about": choice.about} for choice in listed])  # fmt: skip
    elif args.file:
        print("\n\n".join(_written(choice) for choice in listed))
    else:
        path = settings_file()
        there = "" if path.is_file() else " (there is none yet: weathergauge settings --file prints one)"
        print("\n\n".join(_shown(choice) for choice in listed))
        print(f"\nThe settings file is {path}{there}.")
    return 0


def _shown(choice: Choice) -> str:
    by = {"": "", "file": "  (the settings file says so", "environment": "  (the environment says so"}[choice.said_by]
    usual = f"; otherwise {_toml(choice.usual)})" if by else ""
    value = "…" if choice.name.endswith(("password", "secret")) and choice.value else _toml(choice.value)
    about = textwrap.fill(choice.about, 96, initial_indent="    ", subsequent_indent="    ")
    return f"{bold(choice.name)} = {value}{by}{usual}\n{dim(about)}"


def _written(choice: Choice) -> str:
    """A setting as the file has it; what nobody has changed stands there as a comment."""
    about = textwrap.fill(choice.about, 96, initial_indent="# ", subsequent_indent="# ")
    return f"{about}\n{'' if choice.said_by else '# '}{choice.name} = {_toml(choice.value)}"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{value:g}" if isinstance(value, float) and value != int(value) else str(value)

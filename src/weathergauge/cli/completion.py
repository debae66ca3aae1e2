"""`weathergauge completion`: what a shell offers when Tab is pressed.

The shell asks the program itself (`completion words …`), so that titles, scenarios, charts and options are always those there are.
"""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterable, Sequence
from importlib import import_module

import msgspec

from weathergauge.cli.console import Parser, Wrong, one_of

ABOUT = """\
Print what lets your shell complete commands, titles, scenarios, procedures, charts and options. Put it where the shell reads it."""

EXAMPLES = [
    "completion bash > ~/.local/share/bash-completion/completions/weathergauge",
    "completion zsh > ~/.zfunc/_weathergauge",
    "completion fish > ~/.config/fish/completions/weathergauge.fish",
]

BASH = """\
_weathergauge() {
    local IFS=$'\\n'
    COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _weathergauge weathergauge
"""

ZSH = """\
#compdef weathergauge
_weathergauge() {
    local -a found
    found=("${(@f)$("${words[1]}" completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n "${found[1]}" ]]; then compadd -a found; else _files; fi
}
if [[ "${zsh_eval_context[-1]}" == loadautofunc ]]; then _weathergauge "$@"; else compdef _weathergauge weathergauge; fi
"""

FISH = """\
function __weathergauge_words
    set -l line (commandline -opc) (commandline -ct)
    $line[1] completion words -- $line[2..-1] 2>/dev/null
end
complete -c weathergauge -a '(__weathergauge_words)'
"""

SHELLS = {"bash": BASH, "zsh": ZSH, "fish": FISH}
FIRST_TITLE = ("play", "simulate", "scenarios", "charts", "resolve", "odds", "rules")
"""Commands whose first word is a title."""


def main(argv: Sequence[str] | None = None) -> int:
    """Print the part for a shell, or the words that fit where somebody is in a line."""
    words = [*(argv or [])]
    if words[:2] == ["words", "--"]:
        with contextlib.suppress(ValueError, OSError):  # nobody wants a complaint for a key that was pressed
            print("\n".join(fitting(words[2:])))
        return 0
    made = Parser("completion", "bash | zsh | fish", ABOUT, EXAMPLES)
    made.add_argument("shell", metavar="SHELL", type=one_of(*SHELLS), help="bash, zsh or fish")
    print(SHELLS[made.told(argv).shell], end="")
    return 0


def fitting(line: Sequence[str]) -> list[str]:
    """List the words that can stand last in a line; its last word is what has been typed of it, perhaps nothing."""
    *before, typed = line or [""]
    return sorted(word for word in _possible(before, typed) if word.startswith(typed))


def _possible(before: Sequence[str], typed: str) -> Iterable[str]:
    from weathergauge.cli import COMMANDS

    if before == ["help"]:
        from weathergauge.cli.topics import topics

        return [*COMMANDS, *topics()]
    if not before:
        return [*COMMANDS, "help"]
    command = before[0]
    if command not in COMMANDS:
        return []
    if typed.startswith("-"):
        return options(command)
    plain = [word for word in before[1:] if not word.startswith("-")]
    if command == "completion":
        return SHELLS
    if command == "settings":
        from weathergauge.server.settings import Settings

        return Settings.model_fields
    if command == "admin":
        from weathergauge.cli.admin import WHAT

        return [] if plain else WHAT
    if command not in FIRST_TITLE:
        return []
    from weathergauge.rulesets import ruleset, titles

    if not plain:
        return [title.name for title in titles()]
    rules = ruleset(plain[0])
    if command in ("resolve", "odds"):
        if len(plain) == 1:
            return rules.procedures
        told = {word.partition("=")[0] for word in plain[2:]}
        asked = msgspec.structs.fields(rules.procedures[plain[1]].inputs) if plain[1] in rules.procedures else ()
        return [f"{field.name}=" for field in asked if field.name not in told]
    if len(plain) > 1:
        return []
    if command in ("play", "simulate"):
        return [card.name for card in rules.scenarios()]
    return rules.chart_set if command == "charts" else []


def options(command: str) -> list[str]:
    """List the options of a command, as its own help has them."""
    from weathergauge.cli import COMMANDS

    module, function, _ = COMMANDS[command]
    page = io.StringIO()
    with contextlib.redirect_stdout(page), contextlib.suppress(SystemExit, Wrong):
        getattr(import_module(f"weathergauge.cli.{module}"), function)(["--help"])
    columns = re.findall(r"(?m)^  (-.*?)(?:  |$)", page.getvalue())
    return [*dict.fromkeys(name for column in columns for name in re.findall(r"--[a-z][a-z-]*", column))]

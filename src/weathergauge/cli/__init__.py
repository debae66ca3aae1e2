"""The command line, ``weathergauge``: a table of commands, of which only the one asked for is loaded."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from weathergauge import __version__
from weathergauge.cli.screen import screened

# Each command: the module here that holds it, the function there that runs it, and a line for the help.
COMMANDS = {
    "serve": ("serve", "main", "the web app: play in the browser"),
    "bots": ("bots", "main", "the bots of such servers, in processes of their own"),
    "settings": ("settings", "main", "every setting of the server, explained"),
    "admin": ("admin", "main", "a server's players, matches and limits: lists, new passwords, deleting"),
    "backup": ("backup", "main", "a copy of all that a server keeps, in one file"),
    "restore": ("backup", "restore", "a new database of such a copy"),
    "titles": ("titles", "main", "the games there are"),
    "scenarios": ("titles", "scenarios", "their starting positions"),
    "scenario": ("scenario", "main", "scenarios of your own: check a file, list ship types, print an example"),
    "charts": ("charts", "main", "every chart, with its source and its cells"),
    "rules": ("rules", "main", "the rules in plain words: a page, a word of the game, a ruling"),
    "resolve": ("resolve", "main", "one broadside, battle or ram: the result and how it came about"),
    "odds": ("odds", "main", "the exact chance of every result, before you commit"),
    "play": ("play", "main", "a match at this keyboard, against people or bots"),
    "replay": ("replay", "main", "a recorded match, step by step"),
    "position": ("position", "main", "how a match stands, as text to paste and to play on from"),
    "draw": ("draw", "main", "a drawing of how a match stands, as SVG or PNG"),
    "verify": ("verify", "main", "check a record: dice, orders, rules and seals"),
    "cases": ("cases", "main", "the rules' answer key, or your own"),
    "simulate": ("simulate", "main", "many matches between bots"),
    "study": ("study", "main", "what a change to a chart, a setting or a bot does"),
    "completion": ("completion", "main", "what your shell offers on Tab"),
    "luck": ("luck", "main", "luck and skill of a finished match, apart"),
    "measures": ("measures", "main", "how recorded matches were played"),
}

EXAMPLES = {
    "titles": "weathergauge titles",
    "scenario": "weathergauge scenario check two_brigs.toml",
    "charts": "weathergauge charts trafalgar effect_of_firing",
    "rules": "weathergauge rules trafalgar rake",
    "resolve": "weathergauge resolve trafalgar",
    "odds": "weathergauge odds trafalgar",
    "play": "weathergauge play",
    "replay": "weathergauge replay match.jsonl",
    "verify": "weathergauge verify match.jsonl",
    "cases": "weathergauge cases",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; whatever a person can do wrong becomes one sentence and a 2."""
    words = list(sys.argv[1:] if argv is None else argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an old terminal shows ? for a sign it lacks, and goes on
    with screened():
        return _status(words)


def _status(words: list[str]) -> int:
    try:
        status = _run(words)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # Whoever read us has heard enough. What is still in the buffer must not complain at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    except (ValueError, OSError) as error:
        if os.environ.get("WEATHERGAUGE_DEBUG"):
            raise
        print(sentence(error), file=sys.stderr)
        return 2


def sentence(error: Exception) -> str:
    """What went wrong, for a person: ours are sentences already, the system's name the file first."""
    if isinstance(error, OSError) and error.strerror:
        name = f"{error.filename}: " if error.filename is not None else ""
        return f"{name}{error.strerror[:1].lower()}{error.strerror[1:]}"
    return str(error)


def _run(words: list[str]) -> int:
    first = words[0] if words else "--help"
    if first == "help" and len(words) > 1:
        if words[1] not in COMMANDS:
            from weathergauge.cli.topics import main as topic

            return topic(words[1:])
        words = [words[1], "--help"]
        first = words[0]
    if first in ("-h", "--help", "help"):
        print(help_text())
        return 0
    if first in ("-V", "--version"):
        from weathergauge.frame.compiled import running  # nothing else here plays by rules

        print(f"weathergauge {__version__} (rules: {running()})")
        return 0
    if first not in COMMANDS or not _there(first):
        from weathergauge.rulesets import misspelt

        raise misspelt("command", first, [name for name in COMMANDS if _there(name)])
    module, function, _ = COMMANDS[first]
    return int(getattr(import_module(f"weathergauge.cli.{module}"), function)(words[1:]))


def help_text() -> str:
    """What can be asked for, with examples."""
    listed = [f"  {name:<10} {words}" for name, (_, _, words) in COMMANDS.items() if _there(name)]
    examples = [f"  {line}" for name, line in EXAMPLES.items() if _there(name)]
    return "\n".join(
        [
            "usage: weathergauge COMMAND …",
            "",
            "Chart-driven naval wargames: every chart applied, exact odds, records anyone can check.",
            "",
            *listed,
            "",
            "Examples:",
            *examples,
            "",
            "Each command explains itself with examples: weathergauge resolve --help",
            "Pages to read: weathergauge help playing, scenarios, serving, deploying, record, studies, trust, …",
        ]
    )


def _there(name: str) -> bool:
    """Whether this installation has the command."""
    place = os.path.join(os.path.dirname(__file__), COMMANDS[name][0])
    return os.path.exists(f"{place}.py") or os.path.exists(os.path.join(place, "__init__.py"))

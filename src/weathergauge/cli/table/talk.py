"""The two ends of a conversation: lines from a keyboard or a file, and signs on a terminal or a page."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from weathergauge.cli.screen import behind, harmless
from weathergauge.frame.words import capital


class Page(Console):
    """A console that steers the terminal itself, to draw, and lets no text do so."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(harmless(segment.text), segment.style)


class Talk:
    """What is said and shown. `live` when a person sits at a terminal: then it asks before it acts, and draws unasked."""

    def __init__(self, console: Console, ask: Callable[[str], str], live: bool) -> None:
        self.console, self.live = console, live
        self._ask = ask

    def ask(self, prompt: str) -> str:
        """The next line; an EOFError where there is none."""
        return self._ask(prompt)

    def say(self, sentence: str, style: str = "") -> None:
        """One sentence, with a capital and a full stop."""
        self.console.print(sentence_of(sentence), style=style or None, markup=False)

    def show(self, lines: Iterable[RenderableType]) -> None:
        for line in lines:
            self.console.print(line, markup=False, style="")

    def agrees(self, question: str) -> bool:
        """Enter or yes; without a person at the keyboard nobody is asked."""
        return not self.live or self.ask(question).strip().lower() in ("", "y", "yes", "aye", "ok")

    @property
    def columns(self) -> int:
        return max(40, min(self.console.width, 132))

    @property
    def rows(self) -> int:
        """How high a picture may be, so that what is said below it still fits on the screen."""
        return max(14, self.console.height - 8) if self.live else 18


def sentence_of(text: str) -> str:
    """A capital at the start, a stop at the end."""
    text = text.strip()
    return f"{capital(text)}{'' if text[-1:] in '.?!:…`' else '.'}"


def at_this_keyboard(words: Callable[[], Iterable[str]] = tuple) -> Talk:
    """The person at this terminal, or whatever is piped in; `words` are offered when Tab is pressed."""
    live = sys.stdin.isatty() and sys.stdout.isatty()
    console = Page(file=behind(sys.stdout), highlight=False, legacy_windows=False if not live else None)
    if live:
        _complete(words)
    return Talk(console, input if live else _piped, live)


def _piped(prompt: str) -> str:
    """A line from a file or a pipe, shown as if it had been typed."""
    line = sys.stdin.readline()
    print(f"{prompt}{line.rstrip()}" if line else prompt)
    if not line:
        raise EOFError
    return line.rstrip("\r\n")


def _complete(words: Callable[[], Iterable[str]]) -> None:
    """Editing of the line, and Tab for the words that may come, where this Python can do it."""
    if os.environ.get("TERM") == "dumb":
        return
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        fitting = sorted(word for word in words() if word.startswith(text.lower()))
        return f"{fitting[state]} " if state < len(fitting) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ;")
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")

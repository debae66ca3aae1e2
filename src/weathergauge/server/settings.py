"""What an operator can choose: flags count for more than `WEATHERGAUGE_…` in the environment, that for more than a `.env` file, and
that for more than the settings file."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Struct
from platformdirs import user_config_path, user_data_path
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from weathergauge.sentences import nearest

DAY = 24 * 60 * 60
FILE = "settings.toml"


def _home() -> Path:
    """Where everything is kept, also by the commands: WEATHERGAUGE_HOME, or the user's data directory."""
    told = os.environ.get("WEATHERGAUGE_HOME")
    return Path(told).expanduser().absolute() if told else user_data_path("weathergauge", appauthor=False)


def settings_file() -> Path:
    """Where the settings file is looked for: what WEATHERGAUGE_SETTINGS names, else `settings.toml` in WEATHERGAUGE_HOME, else in the
    user's folder for settings."""
    if named := os.environ.get("WEATHERGAUGE_SETTINGS"):
        return Path(named).expanduser().absolute()
    if os.environ.get("WEATHERGAUGE_HOME"):
        return _home() / FILE
    return user_config_path("weathergauge", appauthor=False) / FILE


class Settings(BaseSettings):
    """The server's settings; every one has a default that suits one machine."""

    model_config = SettingsConfigDict(
        env_prefix="WEATHERGAUGE_", env_file=".env", extra="ignore", use_attribute_docstrings=True
    )

    database: str = ""
    """`sqlite:///FILE`, a file's name, or `postgresql://USER@HOST/NAME`; empty is `weathergauge.db` where everything is kept."""
    host: str = "127.0.0.1"
    """The address to listen at: 127.0.0.1 is for this machine alone, 0.0.0.0 for everybody who can reach it."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8042
    """The port to listen at; 0 takes a free one."""
    processes: Annotated[int, Field(ge=1, le=64)] = 1
    """How many processes serve behind the address; more than one needs PostgreSQL."""
    address: str = ""
    """The address players use, such as `https://games.example.org`: for links in letters, and for secure cookies."""
    hosts: str = ""
    """Further names under which the server may be asked for, with commas between them; `*` is any."""
    proxies: Annotated[int, Field(ge=0)] = 0
    """How many reverse proxies stand before the server: which entry of `X-Forwarded-For` to believe."""

    session_days: Annotated[int, Field(ge=1)] = 60
    """How long one stays signed in."""
    body_limit: Annotated[int, Field(ge=1024)] = 64 * 1024
    """Bytes of a request."""
    requests_per_minute: Annotated[int, Field(ge=0)] = 1200
    """From one address; writing ones weigh four, dear ones more. 0 is no limit."""
    program_requests_per_minute: Annotated[int, Field(ge=0)] = 600
    """Of one program with a token, apart from what its player asks for; twice that for all programs of one address. 0 is no limit."""
    accounts_per_hour: Annotated[int, Field(ge=0)] = 60
    """New guests and registrations from one address. 0 is no limit."""
    limits: Annotated[float, Field(ge=0)] = 1.0
    """What the limits of each kind of dear work are multiplied by. 0 is no limit."""
    connections: Annotated[int, Field(ge=0)] = 0
    """Connections that are held at the same time; 0 is as many as the system's descriptors allow, up to 10,000."""
    head_seconds: Annotated[float, Field(gt=0)] = 10.0
    """Seconds in which the head of a request must have come."""
    streams: Annotated[int, Field(ge=0)] = 4000
    """Open streams of events in all. 0 is no limit."""
    streams_anonymous: Annotated[int, Field(ge=0)] = 2
    """Open streams of one address without a name. 0 is no limit."""
    streams_signed_in: Annotated[int, Field(ge=0)] = 8
    """Open streams of one account. 0 is no limit."""
    streams_per_address: Annotated[int, Field(ge=0)] = 24
    """Open streams of one address in all. 0 is no limit."""
    tries_per_name: Annotated[int, Field(ge=1)] = 10
    """Wrong passwords within fifteen minutes for a name from one address; the next ones wait."""
    tries_per_address: Annotated[int, Field(ge=1)] = 30
    """Wrong passwords within fifteen minutes from one address for all names; the next ones wait."""
    hashing_at_once: Annotated[int, Field(ge=1)] = 2
    """Passwords that are hashed at the same time: each takes 64 MiB."""

    bot_workers: Annotated[int, Field(ge=0)] = 1
    """Processes in which bots think. 0: they do not play here, but where `weathergauge bots` runs on the same PostgreSQL."""
    bot_port: Annotated[int, Field(ge=0, le=65535)] = 8043
    """The port at which `weathergauge bots` answers to health and figures, and to nothing else; 0 takes a free one."""
    bot_lease: Annotated[float, Field(gt=0)] = 20.0
    """Seconds after which another process takes over the bots of one that has died."""
    matches_in_memory: Annotated[int, Field(ge=1)] = 2000
    """Matches that are kept at hand; the rest are loaded when somebody comes back."""
    heartbeat: Annotated[float, Field(gt=0)] = 15.0
    """Seconds between signs of life on a quiet stream."""
    abandoned_days: Annotated[int, Field(ge=0)] = 180
    """After so many days without a move a match is ended, or called off if it never began, and its seed opened. 0: never.
    Days on which the server ran are counted."""
    opening_days: Annotated[int, Field(ge=0)] = 7
    """After so many days a match is called off in which sealed words were not opened. 0: never."""
    matches_per_account: Annotated[int, Field(ge=1)] = 1000
    """Unfinished matches that one account may have made."""

    operators: str = ""
    """Accounts that run this server, by name or id with commas between them: the workbench is theirs."""
    workbench_workers: Annotated[int, Field(ge=0, le=64)] = 1
    """Processes in which the workbench plays. 0: there is none."""
    workbench_games: Annotated[int, Field(ge=1)] = 2000
    """Games of each variant that a study of the workbench may have."""
    studies: str = ""
    """The folder in which studies of the workbench are kept; empty is `studies` beside the SQLite file, else where everything is kept."""

    smtp_host: str = ""
    """A mail server for letters in slow matches and for new passwords; empty sends none."""
    smtp_port: Annotated[int, Field(ge=1, le=65535)] = 587
    """The mail server's port."""
    smtp_user: str = ""
    """Who signs in to the mail server; empty is nobody."""
    smtp_password: str = ""
    """The password of that user."""
    smtp_starttls: bool = True
    """Whether letters go to the mail server by an encrypted line."""
    webhook: Annotated[str, Field(pattern=r"^(https?://[^/\s]+\S*)?$")] = ""
    """An address to which it is posted, as JSON, when a public match begins, when it is somebody's turn, and when it is over; empty is none."""
    webhook_secret: str = ""
    """Signs what is posted there, in the header `X-Weathergauge-Signature`; empty signs nothing."""
    mail_from: str = "Weather Gauge <weathergauge@localhost>"
    """Who letters are from."""

    log_level: Literal["debug", "info", "warning", "error", "critical"] = "info"
    """From which weight on the log says something; at a terminal `serve` says only what went wrong."""
    metrics: bool = True
    """Whether `/metrics` is answered."""

    @property
    def url(self) -> str:
        """The database's address as SQLAlchemy wants it."""
        text = self.database
        if not text:
            text = f"sqlite:///{_home() / 'weathergauge.db'}"
        if text.startswith(("postgres://", "postgresql://")):
            return "postgresql+psycopg://" + text.partition("://")[2]
        if "://" not in text:
            return f"sqlite:///{Path(text).absolute()}"
        return text

    @property
    def studies_folder(self) -> Path:
        """Where studies of the workbench are kept."""
        if self.studies:
            return Path(self.studies).expanduser().absolute()
        file = self.url.removeprefix("sqlite:///") if self.url.startswith("sqlite:///") else ""
        return (Path(file).absolute().parent if file and file != ":memory:" else _home()) / "studies"

    @property
    def at(self) -> str:
        """Where links lead."""
        return self.address.rstrip("/") or f"http://{self.host}:{self.port}"

    @property
    def secure(self) -> bool:
        """Whether players come by https, so that cookies need never travel without it."""
        return self.address.startswith("https://")


class Choice(Struct, frozen=True):
    """A setting as it stands: its value, what it is without anybody's word, and who said otherwise."""

    name: str
    value: Any
    usual: Any
    said_by: Literal["", "file", "environment"]
    about: str


def chosen(given: dict[str, Any]) -> Settings:
    """The settings with what was given by flags; one that cannot be is named in a sentence."""
    told = _checked(given)
    written = {name: value for name, value in from_file(settings_file()).items() if name not in told.model_fields_set}
    return _checked({**written, **given}) if written else told


def choices() -> list[Choice]:
    """Every setting as it stands without flags, in the order of this page."""
    told, settings = _checked({}), chosen({})
    written = from_file(settings_file())
    found = []
    for name, field in Settings.model_fields.items():
        by = "environment" if name in told.model_fields_set else "file" if name in written else ""
        about = " ".join((field.description or "").split())
        found.append(Choice(name, getattr(settings, name), field.default, by, about))  # type: ignore[arg-type]
    return found


def from_file(path: Path) -> dict[str, Any]:
    """What the settings file says; nothing where there is none, unless it was named."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        if os.environ.get("WEATHERGAUGE_SETTINGS"):
            raise ValueError(f"WEATHERGAUGE_SETTINGS names {path}, and there is no such file.") from None
        return {}
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not text: expected settings as `port = 8042`, one a line.") from None
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path} cannot be read: {str(error)[:1].lower()}{str(error)[1:]}.") from None
    for name in said:
        if name not in Settings.model_fields:
            hint = nearest(name, Settings.model_fields)
            raise ValueError(
                f"{path}: there is no setting {name!r}; {hint}{'' if hint.endswith('?') else '.'} `weathergauge settings` explains them all."
            )
    try:
        Settings(**said)
    except ValidationError as error:
        for fault in error.errors():
            if fault["loc"][0] in said:
                words = f"{fault['msg'][:1].lower()}{fault['msg'][1:]}"
                raise ValueError(f"{path}: {fault['loc'][0]} = {fault['input']!r}: {words}.") from None
    return said


def _checked(given: dict[str, Any]) -> Settings:
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        name = "WEATHERGAUGE_" + str(first["loc"][0]).upper()
        raise ValueError(f"{name}: {first['msg'][:1].lower()}{first['msg'][1:]}") from None

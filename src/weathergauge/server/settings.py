"""What an operator can choose, by `WEATHERGAUGE_…` in the environment or in a `.env` file; flags of `serve` count for more."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

from platformdirs import user_data_path
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

DAY = 24 * 60 * 60


def _home() -> Path:
    """Where everything is kept, also by the commands: WEATHERGAUGE_HOME, or the user's data directory."""
    told = os.environ.get("WEATHERGAUGE_HOME")
    return Path(told).expanduser().absolute() if told else user_data_path("weathergauge", appauthor=False)


class Settings(BaseSettings):
    """The server's settings; every one has a default that suits one machine."""

    model_config = SettingsConfigDict(env_prefix="WEATHERGAUGE_", env_file=".env", extra="ignore")

    database: str = ""
    """`sqlite:///file` or `postgresql://user@host/name`; empty is a file in the user's data directory."""
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8042
    processes: Annotated[int, Field(ge=1, le=64)] = 1
    """How many processes serve behind the address; more than one needs PostgreSQL."""
    address: str = ""
    """The address players use, such as `https://games.example.org`: for links in letters, and for secure cookies."""
    hosts: str = ""
    """Further names under which the server may be asked for, with commas between them; `*` is any."""
    proxies: int = 0
    """How many reverse proxies stand before the server: which entry of `X-Forwarded-For` to believe."""

    session_days: int = 60
    body_limit: int = 64 * 1024
    requests_per_minute: int = 1200
    """From one address; writing ones weigh four, dear ones more. 0 is no limit."""
    accounts_per_hour: int = 60
    """New guests and registrations from one address. 0 is no limit."""
    limits: Annotated[float, Field(ge=0)] = 1.0
    """What the limits of each kind of dear work are multiplied by. 0 is no limit."""
    connections: Annotated[int, Field(ge=0)] = 0
    """Connections that are held at the same time; 0 is as many as the system's descriptors allow, up to 10,000."""
    head_seconds: Annotated[float, Field(gt=0)] = 10.0
    """Seconds in which the head of a request must have come."""
    streams: Annotated[int, Field(ge=0)] = 4000
    """Open streams of events in all; the next three are of one address or one account. 0 is no limit."""
    streams_anonymous: Annotated[int, Field(ge=0)] = 2
    streams_signed_in: Annotated[int, Field(ge=0)] = 8
    streams_per_address: Annotated[int, Field(ge=0)] = 24
    tries_per_name: int = 10
    tries_per_address: int = 30
    hashing_at_once: int = 2
    """Passwords that are hashed at the same time: each takes 64 MiB."""

    bot_workers: Annotated[int, Field(ge=0)] = 1
    """Processes in which bots think. 0: they do not play here."""
    bot_lease: Annotated[float, Field(gt=0)] = 20.0
    """Seconds after which another server takes over the bots of one that has died."""
    matches_in_memory: int = 2000
    heartbeat: float = 15.0
    abandoned_days: Annotated[int, Field(ge=0)] = 180
    """After so many days without a move a match is ended, or called off if it never began, and its seed opened. 0: never.
    Days on which the server ran are counted."""
    opening_days: Annotated[int, Field(ge=0)] = 7
    """After so many days a match is called off in which sealed words were not opened. 0: never."""
    matches_per_account: int = 1000
    """Unfinished matches that one account may have made."""

    smtp_host: str = ""
    smtp_port: int = 587
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_starttls: bool = True
    mail_from: str = "Weather Gauge <weathergauge@localhost>"

    log_level: str = "info"
    metrics: bool = True

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
    def at(self) -> str:
        """Where links lead."""
        return self.address.rstrip("/") or f"http://{self.host}:{self.port}"

    @property
    def secure(self) -> bool:
        """Whether players come by https, so that cookies need never travel without it."""
        return self.address.startswith("https://")


def chosen(given: dict[str, Any]) -> Settings:
    """The settings with what was given by flags; one that cannot be is named in a sentence."""
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        name = "WEATHERGAUGE_" + str(first["loc"][0]).upper()
        raise ValueError(f"{name}: {first['msg'][:1].lower()}{first['msg'][1:]}") from None

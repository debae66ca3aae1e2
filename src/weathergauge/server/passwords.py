"""Passwords that may be taken: long enough, not the name, and none of those that are tried first."""

from __future__ import annotations

import re

from weathergauge.server.naming import looks
from weathergauge.server.problem import Problem

SHORTEST, LONGEST = 8, 200

# Of those that are long enough at all. What follows a well-known word (years, figures, signs) is taken off before looking.
KNOWN = frozenset(
    [
        "password",
        "passwort",
        "passw0rd",
        "p@ssword",
        "p@ssw0rd",
        "mypassword",
        "yourpassword",
        "thepassword",
        "password1",
        "passwordpassword",
        "motdepasse",
        "contraseña",
        "contrasena",
        "wachtwoord",
        "senha123",
        "parola123",
        "lozinka123",
        "heslo123",
        "hasło123",
        "salasana",
        "qwertyui",
        "qwertyuiop",
        "qwertyuiop[]",
        "qwertzui",
        "qwertzuiop",
        "azertyui",
        "azertyuiop",
        "asdfghjk",
        "asdfghjkl",
        "zxcvbnm,",
        "asdfasdf",
        "qwerqwer",
        "qweasdzxc",
        "qazwsxed",
        "qazwsxedc",
        "1qaz2wsx",
        "1q2w3e4r",
        "1q2w3e4r5t",
        "zaq12wsx",
        "q1w2e3r4",
        "qwer1234",
        "asdf1234",
        "zxcv1234",
        "abcd1234",
        "abcdefgh",
        "abc12345",
        "a1b2c3d4",
        "aa123456",
        "trustno1",
        "iloveyou",
        "iloveyou1",
        "loveyou1",
        "sunshine",
        "princess",
        "princess1",
        "football",
        "baseball",
        "basketball",
        "superman",
        "batman123",
        "spiderman",
        "starwars",
        "pokemon1",
        "dragon12",
        "monkey12",
        "shadow12",
        "master12",
        "michael1",
        "jennifer",
        "jordan23",
        "charlie1",
        "computer",
        "internet",
        "whatever",
        "welcome1",
        "welcome",
        "letmein1",
        "letmein",
        "login123",
        "admin123",
        "administrator",
        "root1234",
        "changeme",
        "changeit",
        "default1",
        "secret12",
        "test1234",
        "testtest",
        "temp1234",
        "guest123",
        "user1234",
        "samsung1",
        "google12",
        "facebook",
        "minecraft",
        "liverpool",
        "chelsea1",
        "arsenal1",
        "mustang1",
        "corvette",
        "ferrari1",
        "mercedes",
        "harley12",
        "hello123",
        "hellohello",
        "cheese12",
        "chocolate",
        "butterfly",
        "blink182",
        "metallica",
        "slipknot",
        "nintendo",
        "playstation",
        "freedom1",
        "babygirl",
        "lovely12",
        "angel123",
        "michelle",
        "jessica1",
        "victoria",
        "elephant",
        "correcthorsebatterystaple",
        "weathergauge",
        "weather-gauge",
        "trafalgar",
        "ironclad",
        "ironclads",
        "victory1805",
        "nelson1805",
    ]
)
ROWS = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm")
ENDING = re.compile(r"[\d\W_]*$")


def proper_password(password: str, name: str) -> str:
    """The password, where it may be taken for that name; else what is wrong with it, in one sentence."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Problem("bad-input", f"password: expected {SHORTEST} to {LONGEST} characters.")
    if looks(name) == looks(password) or (len(looks(name)) > 3 and looks(name) == looks(ENDING.sub("", password))):
        raise Problem("bad-input", "password: this is your name; choose one that nobody can guess from it.")
    if _known(password.casefold()):
        raise Problem(
            "bad-input",
            "password: this is one of the first that anybody tries; choose another, such as four odd words.",
        )
    return password


def _known(password: str) -> bool:
    """Whether it is on the list, with or without an ending, or one sign, pair or row of keys over and over."""
    if password in KNOWN or ENDING.sub("", password) in KNOWN:
        return True
    if any(password == (password[:size] * len(password))[: len(password)] for size in (1, 2, 3)):
        return True
    rows = [row + row for row in ROWS] + [(row + row)[::-1] for row in ROWS]
    return any(password in row for row in rows)

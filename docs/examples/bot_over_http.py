"""A bot of thirty lines: it plays a match on a server over plain HTTP, with nothing but Python. `python bot_over_http.py [ADDRESS]`.

It begins a duel as a guest and makes a token, by which it plays: what it may do is listed, and it takes one of that by chance.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

ADDRESS = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8042"
BROWSER = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())  # keeps the guest's session


def ask(path, body=None, **headers):
    opened = urllib.request.urlopen if headers else BROWSER.open  # with its token it needs no session
    data = None if body is None else json.dumps(body).encode()
    headers |= {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    while True:
        try:
            with opened(urllib.request.Request(f"{ADDRESS}/api{path}", data, headers), timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):  # too much at once: wait for as long as the server says
                raise SystemExit(json.load(error)["detail"]) from None
            time.sleep(float(error.headers["Retry-After"]))
        except OSError as error:
            raise SystemExit(f"Nobody answers at {ADDRESS}: {error}") from None


ask("/guest", {"name": "Thirty lines"})
seats = {"british": {"kind": "me"}, "allied": {"kind": "bot", "bot": "midshipman"}}
match = ask("/matches", {"title": "trafalgar", "scenario": "duel", "settings": {"turns": 4}, "seats": seats})
seat = f"/matches/{match['id']}/seats/british"
token = {"Authorization": "Bearer " + ask(f"{seat}/token", {"name": "thirty lines"})["token"]}
while not (now := ask(f"{seat}/view?log=0", **token))["result"]:
    if not now["your_turn"]:
        time.sleep(0.1)
        continue
    offered = [ask(f"{seat}/choices?subject={one['id']}", **token)["actions"] for one in now["subjects"]]
    chosen = random.choice([action for actions in offered for action in actions])
    ask(f"{seat}/actions", {"action": chosen["action"], "decision": now["decision"]}, **token)
    print(chosen["words"])
print("It is over:", now["result"]["reason"])

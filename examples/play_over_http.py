"""Plays a whole game against a bot over HTTP, with nothing but the standard library.

tetracade serve &
python examples/play_over_http.py http://127.0.0.1:8044 tetratrax
"""

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen


class Client:
    """The server's address and the key that one has there."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.key = ""

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """What the server answers: to a question, or to something to do."""
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        request = Request(self.address + path, json.dumps(body).encode() if body else None, headers)
        with urlopen(request) as answer:
            return json.load(answer)


def play(address: str, game: str) -> dict[str, Any]:
    """Play at random until the game is over; returns its result."""
    client = Client(address)
    usual = next(each for each in client.ask("/api/games") if each["name"] == game)["default_seats"]
    seats = [{"kind": "here", "name": "Example"}] + [{"kind": "bot", "level": 1}] * (usual - 1)
    table = client.ask("/api/tables", {"game": game, "seats": seats})
    client.key = table["token"]
    path = f"/api/tables/{table['table']}"
    while True:
        now = client.ask(path)
        if now["phase"] == "over":
            return dict(now["result"])
        if now["offers"]:
            offer = random.choice(now["offers"])
            act = {"do": "act", "id": f"act-{now['number']}", "number": now["number"], "action": offer["action"]}
            answer = client.ask(path + "/do", act)
            print(offer["text"] if answer["ok"] else answer["error"]["reason"])
        else:
            client.ask(f"{path}/wait?since={now['number']}&seconds=25")


if __name__ == "__main__":
    print(play(sys.argv[1], sys.argv[2]))

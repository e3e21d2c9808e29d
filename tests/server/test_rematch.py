"""From game to game: who sits where, and what was promised of the dealing before."""

import hashlib
import hmac

from tests.server.running import Json, Running, bearer, running, somewhere
from tests.server.stored import rows_of
from tests.server.test_protocol import two
from tests.server.test_tables import HERE, OPEN, QUIET


def over(server: Running, table: Json, keys: list[str], time: int) -> Json:
    """Let all but the first resign; returns what the first knows then."""
    for key in keys[1:]:
        assert server.do(table, key, do="resign", id=f"resign{time}")["ok"]
    now = server.state(table, keys[0])
    assert now["phase"] == "over"
    return now


def again(server: Running, table: Json, keys: list[str], time: int) -> Json:
    for key in keys:
        assert server.do(table, key, do="rematch", id=f"again{time}")["ok"]
    return server.state(table, keys[0])


def test_everybody_moves_one_seat_on_with_each_game_and_the_last_comes_first(server: Running) -> None:
    table = server.create([HERE, OPEN, OPEN], options=QUIET)
    keys = [table["token"], server.sit(table, "Grace"), server.sit(table, "Edsger")]
    sat = []
    for time in range(3):
        over(server, table, keys, time)
        sat.append([seat["name"] for seat in again(server, table, keys, time)["seats"]])
    assert sat == [["Edsger", "Ada", "Grace"], ["Grace", "Edsger", "Ada"], ["Ada", "Grace", "Edsger"]]


def test_what_is_promised_for_the_next_game_is_the_hash_of_its_seed(server: Running) -> None:
    table, keys = two(server)
    for time in range(2):
        promised = over(server, table, keys, time)["proof"]["next"]
        assert again(server, table, keys, time)["proof"]["commitment"] == promised
        seed = over(server, table, keys, time + 10)["proof"]["seed"]
        assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == promised
        record = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(keys[0])).text
        assert server.http.post("/api/verify", content=record).json()["fair"] is True
        again(server, table, keys, time + 20)


def test_each_game_s_lines_are_sealed_by_its_own_seed() -> None:
    with somewhere() as data, running(data) as server:
        table, keys = two(server)
        path = f"/api/tables/{table['table']}/log"

        def sealed_by(seed: str) -> list[bool]:
            """By line: whether who knows this seed can check it, and guess it."""
            key = hmac.digest(bytes.fromhex(seed), b"\0log", "sha256")
            seals = [line.split()[1] for line in server.http.get(path, headers=bearer(keys[0])).text.splitlines()]
            hashes = rows_of(data, "SELECT hash FROM log ORDER BY number")
            return [
                hmac.digest(key, digest, "sha256").hex() == seal for (digest,), seal in zip(hashes, seals, strict=True)
            ]

        ended = over(server, table, keys, 1)
        begun = again(server, table, keys, 2)
        asked = begun["number"] - ended["number"] - 1  # lines of asking for the next game belong to the one before
        assert sealed_by(ended["proof"]["seed"]) == [True] * (ended["number"] + asked) + [False]
        last = over(server, table, keys, 3)
        later = last["number"] - begun["number"] + 1
        assert sealed_by(ended["proof"]["seed"])[-later:] == [False] * later
        assert sealed_by(last["proof"]["seed"])[-later:] == [True] * later

"""Dealing that can be checked."""

import hashlib
import hmac
import itertools
from collections import Counter
from pathlib import Path

import pytest

from tests.server.magpie.words import KIND_NAMES
from tests.server.running import Running, bearer, running, somewhere
from tests.server.test_protocol import two
from tests.server.test_tables import HERE, OPEN, QUIET, finished
from tetracade.cli import main
from tetracade.server import catalogue
from tetracade.table.fair import FairDealer, commitment_of, verified

SEED = bytes(range(32))


def test_an_outcome_is_the_hmac_of_seed_words_and_counter_below_the_sum_of_weights() -> None:
    dealer = FairDealer(SEED, ["left", "right"], dealt=5)
    key = hmac.new(SEED, b"left\nright", hashlib.sha256).digest()
    drawn = hmac.new(key, (5).to_bytes(8, "big") + (0).to_bytes(4, "big"), hashlib.sha256).digest()
    left = int.from_bytes(drawn[:8], "big") % 10
    assert dealer([7, 8, 9], [2, 3, 5]) == (7 if left < 2 else 8 if left < 5 else 9)
    assert dealer.dealt == 6


def test_numbers_past_the_largest_multiple_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    top = itertools.chain([b"\xff" * 32], itertools.repeat(b"\0" * 7 + b"\1" + b"\0" * 24))
    dealer = FairDealer(SEED, [])
    monkeypatch.setattr("tetracade.table.fair.hmac.digest", lambda *_: next(top))
    assert dealer([4, 5, 6], [1, 1, 1]) == 5


def test_outcomes_have_their_weights() -> None:
    dealer = FairDealer(SEED, ["a"])
    counts = Counter(dealer([0, 1, 2], [1, 2, 7]) for _ in range(10_000))
    expected = {0: 1000, 1: 2000, 2: 7000}
    squares = sum((counts[kind] - wanted) ** 2 / wanted for kind, wanted in expected.items())
    assert squares < 13.8  # chi-square, two degrees of freedom, one in a thousand; the seed is fixed


def test_another_word_deals_another_game() -> None:
    one, other = FairDealer(SEED, ["a", ""]), FairDealer(SEED, ["b", ""])
    deals = [[dealer([0, 1, 2, 3], [6] * 4) for _ in range(20)] for dealer in (one, other)]
    assert deals[0] != deals[1]


def ended(server: Running) -> tuple[str, dict[str, str]]:
    table = server.create([HERE, OPEN], options=QUIET, word="ada's word")
    before = server.state(table, table["token"])["proof"]
    key = server.sit(table, "Grace", word="grace's word")
    started = server.state(table, key)["proof"]
    assert started["commitment"] == before["commitment"]
    assert "seed" not in before
    assert "seed" not in started
    assert started["words"] == ["ada's word", "grace's word"]
    last = finished(server, table, {0: table["token"], 1: key})
    assert commitment_of(bytes.fromhex(last["proof"]["seed"])) == before["commitment"]
    record = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(key)).text
    return record, last["proof"]


def test_the_seed_s_hash_is_shown_before_the_deal_and_the_record_verifies(server: Running) -> None:
    record, _ = ended(server)
    assert server.http.post("/api/verify", content=record).json() == {
        "ok": True,
        "replays": True,
        "fair": True,
        "outcomes": sum(line.startswith("* ") for line in record.splitlines()),
    }


def test_a_changed_outcome_word_seed_or_action_is_found_out(server: Running) -> None:
    record, proof = ended(server)
    kind = next(line for line in record.splitlines() if line.startswith("* "))
    other = next(name for name in KIND_NAMES if name not in kind)
    forged = [
        record.replace("ada's word", "adas word"),
        record.replace(proof["seed"], "00" * 32),
        record.replace(proof["seed"], "zz" * 32),
        record.replace(proof["commitment"], "00" * 32),
        record.replace(proof["commitment"], "é" * 32),
        record.replace(kind, f"* {other}", 1),
        record.replace("\n0 ", "\n1 ", 1),
    ]
    for text in forged:
        assert text != record
        assert not server.http.post("/api/verify", content=text).json()["ok"]
    assert verified(record, catalogue.find).ok


def test_a_record_without_a_seed_is_only_replayed(server: Running) -> None:
    record, _ = ended(server)
    plain = "".join(line + "\n" for line in record.splitlines() if not line.startswith("#"))
    verdict = server.http.post("/api/verify", content=plain).json()
    assert (verdict["ok"], verdict["fair"]) == (True, None)
    assert not server.http.post("/api/verify", content=b"\xff\xfe nonsense").is_success
    assert not server.http.post("/api/verify", content="nonsense").json()["ok"]


def test_the_command_line_verifies(server: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = server.create([HERE, {"kind": "bot"}], game="tetratrax")
    finished(server, table, {0: table["token"]})
    record = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(table["token"])).text
    for text, code, said in (
        (record, 0, "come from the seed that was promised"),
        (record.replace("# seed ", "# seed 00"), 1, "not dealt as promised"),
        ("nonsense", 1, "not a game by the rules"),
    ):
        file = tmp_path / "record.txt"
        file.write_text(text, encoding="utf-8")
        with pytest.raises(SystemExit) as ending:
            main(["verify", str(file)])
        assert ending.value.code == code
        assert said in " ".join(capsys.readouterr().out.split())


def test_a_record_is_replayed_as_everybody_or_one_seat_saw_it(server: Running) -> None:
    record, _ = ended(server)
    whole = server.http.post("/api/replay", content=record).json()
    steps = [line for line in record.splitlines() if line[0] in "*012" and line[1] == " "]
    assert len(whole["steps"]) == len(steps) + 1
    assert "hand" not in whole["steps"][0]["view"]
    seen = server.http.post("/api/replay?seat=1", content=record).json()
    assert sum(seen["steps"][6]["view"]["hand"]) == 3
    assert whole["result"]["reason"] == "no cards are left"
    assert "drawing" not in whole["steps"][-1]
    drawn = server.http.post("/api/replay?drawn=true", content=record).json()
    assert drawn["steps"][-1]["drawing"] == " ".join(str(points) for points in whole["result"]["points"])
    assert server.http.post("/api/replay", content="nonsense").status_code == 422
    assert server.http.post("/api/replay?seat=7", content=record).status_code == 400


def test_seeds_do_not_repeat(server: Running) -> None:
    tables = [two(server)[0] for _ in range(5)]
    shown = {server.state(table, table["token"])["proof"]["commitment"] for table in tables}
    assert len(shown) == 5


def test_the_answer_to_a_new_table_tells_the_commitment(server: Running) -> None:
    table = server.create([HERE, {"kind": "bot"}], options=QUIET, word="mine")
    proof = server.state(table, table["token"])["proof"]
    assert proof == {"commitment": table["commitment"], "words": ["mine", ""]}


def test_a_full_table_that_starts_later_shows_its_commitment_and_then_takes_the_creator_s_word() -> None:
    with somewhere() as data:
        with running(data) as server:
            table = server.create([HERE, OPEN, {"kind": "bot"}], options=QUIET, start="later", word="guessed")
            key = server.sit(table, "Grace", word="hers")
            now = server.state(table, table["token"])
            assert (now["phase"], now["table"]["start"]) == ("waiting", "later")
            assert now["proof"] == {"commitment": table["commitment"], "words": []}
            assert server.do(table, key, do="start", word="mine")["error"]["code"] == "forbidden"
            refused = server.http.post(
                f"/api/tables/{table['table']}/sit", json={"name": "Eve"}, headers=bearer(table["invite"])
            ).json()
            assert refused["error"]["code"] == "seat_taken"
        with running(data) as server:
            assert server.state(table, key)["phase"] == "waiting", "not even a restart starts it"
            assert server.do(table, table["token"], do="start", id="go", word=" mine\n")["ok"]
        with running(data) as server:
            now = server.state(table, key)
            assert now["phase"] == "playing"
            assert now["proof"] == {"commitment": table["commitment"], "words": ["mine", "hers", ""]}
            again = server.do(table, table["token"], do="start", id="again", word="another")
            assert again["error"]["code"] == "wrong_phase"
            finished(server, table, {0: table["token"], 1: key})
            record = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(key)).text
            assert f"# commitment {table['commitment']}\n# word 0 mine\n# word 1 hers\n# seed " in record
            assert server.http.post("/api/verify", content=record).json()["fair"] is True


def test_who_starts_brings_a_word_for_all_seats_of_their_own_and_needs_one(server: Running) -> None:
    table = server.create([HERE, HERE, OPEN], options=QUIET, start="later", word="first")
    refused = server.do(table, table["token"], do="start", word="second")
    assert refused["error"]["code"] == "wrong_phase", "a seat is open"
    assert server.do(table, table["token"], do="start", id="1", fill=1)["ok"]
    assert server.state(table, table["token"], eye=0)["proof"]["words"] == ["first", "first", ""]
    table = server.create([HERE, HERE, OPEN], options=QUIET)
    assert server.do(table, table["token"], do="start", fill=1, word="second")["ok"]
    assert server.state(table, table["token"], eye=0)["proof"]["words"] == ["second", "second", ""]
    table = server.create([OPEN, {"kind": "bot"}], options=QUIET, start="later")
    server.sit(table, "Grace")
    nobody = server.do(table, table["token"], do="start", word="mine")
    assert nobody["error"]["reason"] == "You have no seat to bring a word for."
    assert server.do(table, table["token"], do="start", id="1")["ok"]

"""The library's table."""

import pickle

import pytest

import tetracade
from tetracade import BadOption, BadRecord, IllegalAction, NotYourTurn, RecordedDealer, UnknownGame


def test_what_there_is_not_is_said_with_what_there_is() -> None:
    with pytest.raises(UnknownGame, match=r"the games are .*tetratrax"):
        tetracade.new("chess")
    with pytest.raises(BadOption, match="TetraTrax has 2 seats, not 3"):
        tetracade.new("tetratrax", seats=3)
    with pytest.raises(BadOption, match="has no option 'colour'; its options are rows, starter"):
        tetracade.new("tetratrax", colour="red")
    with pytest.raises(BadOption, match="rows is one of 10 to 14"):
        tetracade.new("tetratrax", rows=20)
    with pytest.raises(ValueError, match="there is no seat 2; the seats are 0 to 1"):
        tetracade.new("tetratrax").view(2)


def test_the_same_seed_deals_the_same_game() -> None:
    assert [tetracade.new("tetratrax", seed=seed).acting for seed in range(20)] == [
        tetracade.new("tetratrax", seed=seed).acting for seed in range(20)
    ]
    assert len({tetracade.new("tetratrax", seed=seed).acting for seed in range(20)}) == 2


def test_an_action_may_be_given_by_notation_number_or_as_listed() -> None:
    tables = [tetracade.new("tetratrax", starter="white") for _ in range(3)]
    action = next(action for action in tables[0].legal() if action.notation == "T1@C")
    assert tables[0].play(action) == action
    assert tables[1].play("T1@C") == action
    assert tables[2].play(action.id) == action
    assert len({table.record() for table in tables}) == 1


def test_another_seat_may_not_act() -> None:
    table = tetracade.new("tetratrax", starter="white")
    assert table.legal(1) == []
    with pytest.raises(NotYourTurn) as caught:
        table.play("T1@C", seat=1)
    assert caught.value.rule == "TX5"
    assert table.why_not("T1@C", 0) is None
    refusal = table.why_not("T1@C", 1)
    assert refusal is not None
    assert refusal.rule == "TX5"


def test_undo_takes_back_one_action_with_its_outcomes() -> None:
    table = tetracade.new("tetratrax", dealer=RecordedDealer([1]))
    with pytest.raises(ValueError, match="no action to undo"):
        table.undo()
    before = table.record()
    table.play("O1@A")
    assert table.undo().notation == "O1@A"
    assert table.record() == before


def test_a_copy_goes_its_own_way() -> None:
    table = tetracade.new("tetratrax", starter="white")
    other = table.copy()
    other.play("O1@A")
    assert table.acting == (0,)
    assert len(table.entries) == 0
    assert len(other.entries) == 1


def test_a_dealer_that_deals_what_cannot_happen_is_refused() -> None:
    with pytest.raises(ValueError, match="can't happen"):
        tetracade.new("tetratrax", dealer=lambda ids, weights: 9)


RECORD = "tetracade 1\ngame tetratrax 1\nseats 2\noption rows=12\noption starter=lot\n* white\n0 T1@C\n1 O1@A\n"


def test_a_record_replays() -> None:
    today = RECORD.replace("tetratrax 1", "tetratrax 2").replace("starter=lot\n", "starter=lot\noption handicap=0\n")
    assert tetracade.replay(today).record() == today
    assert tetracade.replay(f"# a remark\n\n{today}# another\n").record() == today
    assert tetracade.replay(RECORD).record() == today  # of version 1, which had no handicap


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("tetracade 1", "tetracade 9", "line 1: a record begins with"),
        ("game tetratrax 1", "game chess 1", "line 2: .*no game 'chess'"),
        ("game tetratrax 1", "game tetratrax 77", "this record needs version 77 of TetraTrax; this is version "),
        ("game tetratrax 1\n", "", "line 2: the line 'game NAME VERSION' comes first"),
        ("seats 2", "seats 5", "has 2 seats, not 5"),
        ("rows=12", "rows=99", "line 4: rows=99"),
        ("rows=12", "nix=1", "line 4: TetraTrax has no option 'nix'"),
        ("* white", "* green", "line 6: .*white or black"),
        ("* white\n", "", "line 6: an outcome is due here"),
        ("* white\n", "* white\n* white\n", "line 7: no outcome is due here"),
        ("0 T1@C", "1 T1@C", "line 7: It's White's turn"),
        ("0 T1@C", "0 D2@C", "line 7: The domino"),
        ("0 T1@C", "0 zzz", "line 7: .*isn't a drop"),
        ("0 T1@C", "x T1@C", "line 7"),
    ],
)
def test_a_damaged_record_is_refused_with_its_line(old: str, new: str, says: str) -> None:
    assert old in RECORD
    with pytest.raises(BadRecord, match=says):
        tetracade.replay(RECORD.replace(old, new))


def test_an_unfinished_record_goes_on_with_a_dealer() -> None:
    table = tetracade.replay(RECORD, dealer=tetracade.SeededDealer(1))
    table.play(table.legal()[0])
    assert len(table.entries) == 4


def test_illegal_actions_say_rule_reason_and_places() -> None:
    table = tetracade.new("tetratrax", starter="white")
    with pytest.raises(IllegalAction) as caught:
        table.play("I1@H")
    assert caught.value.rule == "TX2"
    assert "past column H" in caught.value.reason
    assert caught.value.places == ("tile:I", "column:H")


@pytest.mark.parametrize(("seat", "kind"), [(0, IllegalAction), (1, NotYourTurn)])
def test_a_refusal_comes_back_from_another_process(seat: int, kind: type[IllegalAction]) -> None:
    with pytest.raises(kind) as caught:
        tetracade.new("tetratrax", starter="white").play("I1@H", seat)
    back = pickle.loads(pickle.dumps(caught.value))
    assert type(back) is kind
    assert str(back) == str(caught.value)
    assert (back.rule, back.reason, back.places) == (caught.value.rule, caught.value.reason, caught.value.places)


def dealt_foursome() -> tetracade.Table:
    table = tetracade.new("foursome", seats=4, seed=5)
    for _ in range(6):
        table.play(table.legal(table.acting[0])[0])
    return table


def test_a_redealt_table_does_not_know_what_was_really_drawn() -> None:
    other = dealt_foursome().redealt(0, seed=1)
    assert not list(other.entries)
    assert other.story(0) == []
    with pytest.raises(ValueError, match="started in the middle of a game, so it has no record"):
        other.record()
    with pytest.raises(ValueError, match="no action to undo"):
        other.undo()
    here = other.position()
    action = other.play(other.legal(other.acting[0])[0])
    assert other.story(0)
    assert len(other.story(0)) == len(other.entries)
    assert other.undo().id == action.id
    assert other.position() == here


def test_only_a_seat_can_have_a_table_redealt() -> None:
    for seat in (-1, 4):
        with pytest.raises(ValueError, match=f"there is no seat {seat}; the seats are 0 to 3"):
            dealt_foursome().redealt(seat, seed=1)


def test_a_dealer_that_fails_leaves_the_table_as_it_was() -> None:
    dealt = [entry.id for entry in tetracade.new("tetrathedral", seed=1).entries]
    table = tetracade.new("tetrathedral", dealer=RecordedDealer(dealt))
    before = table.record(), table.position(), table.acting
    action = table.legal()[0]
    for _ in range(2):
        with pytest.raises(
            ValueError,
            match=r"recorded outcomes are used up; to play on, use tetracade\.replay\(table\.record\(\), seed=…\)",
        ):
            table.play(action)
        assert (table.record(), table.position(), table.acting) == before
    with pytest.raises(ValueError, match="no action to undo"):
        table.undo()


def test_a_record_goes_on_with_a_seed_or_a_dealer_and_without_says_so() -> None:
    text = tetracade.new("tetrathedral", seed=1).record()
    table = tetracade.replay(text)
    with pytest.raises(
        ValueError, match=r"the record ends here, so there is nobody to deal; to play on, use tetracade\.replay"
    ):
        table.play(table.legal()[0])
    assert table.record() == text
    going = [tetracade.replay(text, seed=3), tetracade.replay(text, dealer=tetracade.SeededDealer(3))]
    for other in going:
        other.play(other.legal()[0])
    assert going[0].record() == going[1].record() != text
    with pytest.raises(ValueError, match="give a seed or a dealer, not both"):
        tetracade.replay(text, seed=3, dealer=tetracade.SeededDealer(3))
    with pytest.raises(ValueError, match="give a seed or a dealer, not both"):
        tetracade.new("tetrathedral", seed=3, dealer=tetracade.SeededDealer(3))

"""Setting up, cards and turns of Retro Tetro (RT5–RT8)."""

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tetracade
from tests.games.retro_tetro.reading import ALL_CARDS, GAME, KERNEL, ended, notations, read
from tetracade import IllegalAction, NotYourTurn, Table
from tetracade.engine.contract import CHANCE
from tetracade.engine.kernel import seats_of
from tetracade.games.retro_tetro.board import CARD_COUNTS, CARD_NAMES, CARDS_PLAYED, OBJECTIVE_TEXTS, WILD
from tetracade.games.retro_tetro.state import DRAWN
from tetracade.table.undo import take_back_of

words = GAME.words


def said(table: Table) -> list[str]:
    """The log in notation."""
    return [words.outcome_notation(entry.id) if entry.seat < 0 else words.notation(entry.id) for entry in table.entries]


def played_on(table: Table, turns: int, seed: int = 1) -> None:
    """Let all seats act at random until this many turns are completed."""
    pick = random.Random(seed)
    while not table.over and int(table.state.turn) < turns:
        seat = pick.choice(table.acting)
        table.play(pick.choice(KERNEL.legal(table.state, seat)), seat)


@pytest.mark.rule("RT5")
def test_the_first_player_is_settled_then_objectives_are_dealt_two_to_each() -> None:
    table = tetracade.new("retro_tetro", seats=3, seed=4)
    assert [entry.partition(":")[0] for entry in said(table)] == ["first"] + ["objective"] * 6
    assert len(set(said(table))) == 7  # no objective is dealt twice
    assert [int(table.state.dealt[seat]).bit_count() for seat in range(3)] == [2, 2, 2]


@pytest.mark.rule("RT5")
def test_all_keep_one_of_their_two_at_once_and_cards_come_after_the_last() -> None:
    table = tetracade.new("retro_tetro", seats=3, seed=4)
    for seat in (2, 0, 1):
        assert seat in table.acting
        assert not table.state.held.any()
        mine = [bit + 1 for bit in range(8) if int(table.state.dealt[seat]) >> bit & 1]
        assert notations(table, seat) == {f"keep:{number}" for number in mine}
        table.play(f"keep:{mine[1]}", seat)
        assert table.state.objective[seat] == mine[1]
    assert table.state.held.tolist() == [2, 2, 2, 0]


@pytest.mark.rule("RT5")
def test_an_objective_kept_is_seen_by_its_seat_alone_until_the_end() -> None:
    line = "boards=-/- objectives=yes dealt=3,5/1,8 kept=3/8 played=23"
    table = read(line)
    assert table.view(0).as_dict()["objective"] == 3
    assert table.view(0).objective[1] == 0
    assert not table.view().as_dict().get("objective")
    assert table.view(0).as_dict()["dealt"] == 0b10100
    over = ended(line)
    assert over.view().as_dict()["objective"][:2] == [3, 8]
    assert "dealt" not in over.view().as_dict()  # returned ones are never shown
    assert not over.view(0).dealt[1]
    assert over.result is not None
    assert over.result.reason == (
        f"all {CARDS_PLAYED} cards have been played; objectives: Player 1 “{OBJECTIVE_TEXTS[2]}”, "
        f"Player 2 “{OBJECTIVE_TEXTS[7]}”"
    )


@pytest.mark.rule("RT5")
def test_others_hear_only_that_an_objective_was_dealt_or_kept() -> None:
    table = tetracade.new("retro_tetro", seats=2, seed=4, starter="first")
    mine = table.legal(0)[0]
    table.play(mine)
    assert table.story(1)[4] == "Player 1 keeps an objective"
    assert table.story(0)[4] == f"Player 1 {mine.text}"
    assert table.story(1)[:2] == ["Player 1 gets an objective"] * 2
    assert table.story(0)[2:4] == ["Player 2 gets an objective"] * 2
    assert all("is dealt objective" in line for line in table.story(0)[:2])


@pytest.mark.rule("RT6")
def test_others_hear_only_that_a_card_was_dealt() -> None:
    table = tetracade.new("retro_tetro", seats=2, seed=4, starter="first", objectives=False)
    assert table.story(1)[:2] == ["Player 1 gets a card"] * 2
    assert all(line.startswith("Player 1 gets the card ") for line in table.story(0)[:2])
    assert table.view(0).held[1] == 2
    assert not any(table.view(0).hand[1])
    alone = tetracade.new("retro_tetro", seats=1, seed=4, level=9)
    alone.play("keep:1")
    assert alone.story() == ["Player 1 keeps an objective", "Player 1 gets a card", "Player 1 gets a card"]


@pytest.mark.rule("RT5")
def test_the_table_may_play_without_objectives() -> None:
    table = tetracade.new("retro_tetro", seats=2, seed=4, objectives=False)
    assert [entry.partition(":")[0] for entry in said(table)] == ["first"] + ["card"] * 4
    with pytest.raises(IllegalAction, match="has no objectives") as caught:
        table.play("keep:1", table.acting[0])
    assert caught.value.rule == "RT5"
    played_on(table, CARDS_PLAYED)
    assert table.result is not None
    assert "objective" not in table.result.breakdown[0]


@pytest.mark.rule("RT6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_lot_says_who_plays_first_with_equal_chances(seats: int) -> None:
    state = KERNEL.states()[0]
    KERNEL.start(state, seats, GAME.option_numbers(GAME.option_values({})))
    assert KERNEL.acting(state) == CHANCE
    ids, weights = KERNEL.outcomes(state)
    assert [words.outcome_notation(outcome) for outcome in ids] == [f"first:{seat + 1}" for seat in range(seats)]
    assert weights == [1] * seats


@pytest.mark.rule("RT6")
def test_the_table_may_name_who_plays_first() -> None:
    table = tetracade.new("retro_tetro", seats=3, starter="third", objectives=False)
    assert table.acting == (2,)
    assert not any(entry.startswith("first") for entry in said(table))
    two = tetracade.new("retro_tetro", seats=2, starter="third", objectives=False)  # no such seat: by lot
    assert said(two)[0].startswith("first")


@pytest.mark.rule("RT6")
def test_two_cards_are_dealt_to_each_from_one_bag() -> None:
    table = tetracade.new("retro_tetro", seats=4, objectives=False, starter="second", seed=8)
    assert table.state.held.tolist() == [2, 2, 2, 2]
    dealt = [words.outcome_of(entry) for entry in said(table)]
    assert table.state.hand[1].tolist() == sorted(card - 7 for card in dealt[:2])  # dealt from the first seat on
    assert int(table.state.bag.sum()) == len(ALL_CARDS) - 8
    ids, weights = KERNEL.outcomes(read("boards=-/- hands=23/2V,? played=2I phase=drawing").state)
    left = Counter(ALL_CARDS) - Counter(["23", "2V", "?", "2I"])  # each card that is left is as likely as any other
    assert {CARD_NAMES[outcome - DRAWN]: weight for outcome, weight in zip(ids, weights, strict=True)} == left
    cards = [int(card) for hand in table.state.hand for card in hand]
    for card, count in enumerate(CARD_COUNTS.tolist()):
        assert int(table.state.bag[card]) + cards.count(card + 1) == count


@pytest.mark.rule("RT6", "RT7")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_as_many_cards_as_a_game_has_are_dealt_or_drawn_and_played(seats: int) -> None:
    table = tetracade.new("retro_tetro", seats=seats, seed=3, objectives=False)
    played_on(table, 99)
    assert table.over
    assert sum(entry.startswith("card:") for entry in said(table)) == CARDS_PLAYED
    assert sum(entry.startswith("play:") for entry in said(table)) == CARDS_PLAYED
    assert int(table.state.bag.sum()) == len(ALL_CARDS) - CARDS_PLAYED
    assert table.state.held.tolist() == [0, 0, 0, 0]


@pytest.mark.rule("RT7")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_last_two_turns_of_a_seat_are_without_a_draw(seats: int) -> None:
    table = tetracade.new("retro_tetro", seats=seats, seed=3, objectives=False)
    for turn in range(CARDS_PLAYED):
        assert int(table.state.turn) == turn
        seat = (int(table.state.first) + turn) % seats
        assert table.acting == (seat,)  # clockwise
        assert table.state.held[seat] == (1 if turn >= CARDS_PLAYED - seats else 2)
        played_on(table, turn + 1, seed=turn)


@pytest.mark.rule("RT7")
def test_the_active_player_plays_one_of_two_cards() -> None:
    table = read("boards=-/- hands=IO,23/SL,? phase=playing first=2 played=2T")
    assert table.acting == (0,)
    assert notations(table) == {"play:23", "play:IO"}
    with pytest.raises(IllegalAction, match="You don't have the card SL"):
        table.play("play:SL")
    with pytest.raises(NotYourTurn, match="Player 1's turn"):
        table.play("play:SL", seat=1)
    with pytest.raises(IllegalAction, match="Play one first"):
        table.play("I1@A")
    table.play("play:IO")
    assert list(table.acting) == [0, 1]  # now everybody places
    assert table.state.hand[0].tolist() == [1, 0]
    assert table.view(1).as_dict()["played"][:2] == [words.action_of(f"play:{name}") - 289 for name in ("2T", "IO")]


@pytest.mark.rule("RT7")
def test_a_hand_of_wilds_is_one_choice() -> None:
    table = read("hands=?,? phase=playing")
    assert [action.notation for action in table.legal()] == ["play:?"]
    table.play("play:?")
    assert table.state.hand[0].tolist() == [WILD + 1, 0]


@pytest.mark.rule("RT7")
def test_every_player_places_one_of_the_shapes_shown() -> None:
    table = read("boards=-/-/- played=IO")
    assert table.acting == (0, 1, 2)
    for seat in range(3):
        assert {name[0] for name in notations(table, seat)} == {"I", "O"}
    with pytest.raises(IllegalAction, match="The card shows I and O, not T") as caught:
        table.play("T1@A", 1)
    assert caught.value.rule == "RT7"
    assert caught.value.places == ("shape:T",)


@pytest.mark.rule("RT7")
def test_a_wild_lets_each_place_any_shape_still_in_supply() -> None:
    table = read("boards=-/- aside=TTTT/- played=?")
    assert {name[0] for name in notations(table, 0)} == set("23VIOSL")
    assert {name[0] for name in notations(table, 1)} == set("23VIOTSL")
    table.play("I1@A", 0)
    table.play("T1@A", 1)
    assert table.state.dropped.tolist()[:2] == [1, 1]


@pytest.mark.rule("RT7")
def test_when_all_have_placed_the_active_player_draws_and_the_turn_passes() -> None:
    table = read("boards=-/- hands=23/SL,? played=IO")
    table.play("I1@A", 0)
    assert table.acting == (1,)
    assert table.state.held.tolist() == [1, 2, 0, 0]
    with pytest.raises(IllegalAction, match="The next one comes once everyone has placed"):
        table.play("play:SL", 1)
    table.play("O1@A", 1)
    assert table.state.held.tolist() == [2, 2, 0, 0]
    assert table.acting == (1,)
    assert notations(table, 1) == {"play:SL", "play:?"}


@pytest.mark.rule("RT7")
def test_the_game_is_over_after_the_last_card() -> None:
    cards = ALL_CARDS[:CARDS_PLAYED]
    table = read(f"played={','.join(cards)}")
    table.play(table.legal()[0])
    assert table.over
    assert table.result is not None
    assert table.result.reason == f"all {CARDS_PLAYED} cards have been played"
    refusal = table.why_not("I1@A", 0)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("RT7", f"The game is over: all {CARDS_PLAYED} cards have been played.")
    table = read(f"played={','.join(cards[:-1])}")
    table.play(table.legal()[0])
    assert not table.over


@pytest.mark.rule("RT8")
def test_a_placement_is_seen_at_once_and_not_taken_back() -> None:
    table = read("boards=-/- played=IO")
    table.play("O1@C", 1)
    assert table.view(0).board[1, 0, 2] == 1
    with pytest.raises(NotYourTurn, match="a placement stands") as caught:
        table.play("O1@E", 1)
    assert caught.value.rule == "RT8"


@pytest.mark.rule("RT8")
@pytest.mark.parametrize(
    ("line", "action", "lasts"),
    [
        ("boards=32@C/- side=advanced played=IO", "O1@E", True),
        ("boards=-/- hands=IO,23/SL,? phase=playing", "play:IO", False),
    ],
)
def test_a_placement_lasts_also_where_the_same_seats_act_after_it(line: str, action: str, lasts: bool) -> None:
    table = read(line)
    before, number = table.acting, GAME.words.action_of(action)
    assert KERNEL.lasting(table.state, 0, number) == lasts
    table.play(number, 0)
    assert not lasts or table.acting == before
    assert take_back_of(table, 0, (0,), together=True).actions == (0 if lasts else 1)


@pytest.mark.rule("RT8")
@given(seed=st.integers(0, 2**32 - 1))
def test_placements_give_the_same_state_in_any_order(seed: int) -> None:
    pick = random.Random(seed)
    seats = pick.choice((2, 3, 4))
    advanced, objectives = pick.random() < 0.5, pick.random() < 0.5
    table = tetracade.new("retro_tetro", seats=seats, seed=seed, advanced=advanced, objectives=objectives)
    played_on(table, pick.randrange(CARDS_PLAYED), seed)
    while table.acting != tuple(range(seats)) or not table.state.shown:
        table.play(pick.choice(KERNEL.legal(table.state, table.acting[0])), table.acting[0])
    choices: dict[int, list[int]] = {seat: [] for seat in range(seats)}
    legal = {seat: KERNEL.legal(table.state, seat) for seat in range(seats)}
    results = set()
    for order in itertools.permutations(range(seats)):
        other = KERNEL.states()
        other[0] = table.state
        for seat in order:
            assert KERNEL.legal(other[0], seat) == legal[seat]  # whatever the others have placed
            for step in range(2):
                if seat not in seats_of(KERNEL.acting(other[0])) or (step and not int(other[0].pinking) >> seat & 1):
                    break
                if len(choices[seat]) == step:
                    choices[seat].append(pick.choice(KERNEL.legal(other[0], seat)))
                KERNEL.apply(other[0], seat, choices[seat][step])
        results.add(other[0].tobytes())
    assert len(results) == 1

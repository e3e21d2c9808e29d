"""What may be taken back, at tables without a server."""

from bench.connect_four import GAME as CONNECT_FOUR
from tetracade import games
from tetracade.table.table import new_table
from tetracade.table.undo import at_home, may_undo


def test_an_action_after_which_another_acts_may_not_be_taken_back() -> None:
    table = new_table(CONNECT_FOUR, seed=1)
    table.play("D")
    assert table.acting == (1,)
    assert not may_undo(table, 0), "nothing was shown, but it is another's turn"


def test_an_action_that_shows_nothing_new_and_keeps_the_turn_may_be_taken_back_by_its_seat_alone() -> None:
    table = new_table(games.find("tetrad"), 2, seed=3)
    found = 0
    for number in range(200):
        if table.over:
            break
        before, legal = table.acting, table.legal()
        table.play(legal[number * 7 % len(legal)])
        last = table.entries[-1]
        if last.seat < 0:
            assert not any(may_undo(table, seat) for seat in range(2)), "chance is never taken back"
        elif may_undo(table, last.seat):
            found += 1
            assert table.acting == before
            assert not may_undo(table, 1 - last.seat)
    assert found


def test_at_home_turns_are_taken_back_but_no_luck_and_nothing_that_lasts() -> None:
    table = new_table(games.find("tetratrax"), 2, seed=1, options={"starter": "white"})
    assert at_home(table, 0) == "There is nothing to take back."
    table.play("O1@A")
    table.play("O1@C")
    assert at_home(table, 0) == "", "nothing random has happened since"
    drawn = new_table(games.find("tetrathedral"), 2, seed=1, options={"starter": "red"})
    drawn.play(drawn.legal()[0])
    assert "had their say" in at_home(drawn, 0)
    placed = new_table(games.find("retro_tetro"), 2, seed=1, options={"starter": "first", "objectives": False})
    placed.play(placed.legal()[0])
    assert at_home(placed, 0) == "", "a card played is no placement"
    placed.play(placed.legal(0)[0])
    assert at_home(placed, 0) == "By the rules, that is not taken back."

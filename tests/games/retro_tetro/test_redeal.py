"""What a seat of Retro Tetro cannot know is drawn anew, evenly over all that it might be."""

from collections import Counter
from typing import Any

import pytest

from tests.games.retro_tetro.reading import GAME, KERNEL, read
from tetracade.engine.chance import generator
from tetracade.games.retro_tetro.board import CARD_COUNTS, CARDS, WILD

SAMPLES = 4_000


def samples(line: str, seat: int) -> list[Any]:
    """The state with all the seat cannot know drawn anew, many times."""
    state, rng = read(line).state, generator(11)
    found = KERNEL.states(SAMPLES)
    for number in range(SAMPLES):
        found[number] = state
        KERNEL.redeal(found[number], seat, rng)
    return list(found)


def even(found: Counter[Any], kinds: int, weight: int = 1) -> None:
    """Each of so many kinds comes about as often as the others, within five standard deviations."""
    assert len(found) == kinds
    expected = found.total() / (kinds + weight - 1)
    for count in found.values():
        assert min(abs(count - expected), abs(count - weight * expected)) < 5 * (weight * expected) ** 0.5


@pytest.mark.rule("RT6")
def test_other_hands_are_drawn_from_all_cards_not_seen() -> None:
    line = "boards=-/- hands=2I,2O/?,? played=23,2V phase=playing"
    found = samples(line, 0)
    single = Counter(int(card) for state in found for card in state.hand[1])
    assert not {card + 1 for card in range(4)} & set(single)  # the two played and the own two
    even(single, CARDS - 4, weight=int(CARD_COUNTS[WILD]))
    assert single[WILD + 1] > 1.5 * single[WILD]  # there are several wilds
    for state in found[:50]:
        assert state.hand[0].tolist() == [3, 4]
        assert GAME.words.position(state).count("2I") == 1
        assert int(state.bag.sum()) == int(CARD_COUNTS.sum()) - 6


@pytest.mark.rule("RT5")
def test_other_objectives_are_drawn_from_those_not_dealt_to_the_seat() -> None:
    line = "boards=-/-/- objectives=yes dealt=1,2/3,4/5,6 kept=1/3/- phase=keeping wait=3"
    found = samples(line, 0)
    even(Counter((int(state.dealt[1]), int(state.objective[1])) for state in found), 15 * 2)
    even(Counter(int(state.dealt[2]) for state in found), 15)
    for state in found[:50]:
        assert (int(state.dealt[0]), int(state.objective[0]), int(state.objective[2])) == (3, 1, 0)
        assert not int(state.dealt[1]) & int(state.dealt[2])
        assert int(state.dealt[1]) >> (int(state.objective[1]) - 1) & 1
        assert int(state.dealt[0]) | int(state.dealt[1]) | int(state.dealt[2]) | int(state.undealt) == 255


@pytest.mark.rule("RT5")
def test_at_the_end_only_the_objectives_returned_are_unknown() -> None:
    found = samples("boards=-/- objectives=yes dealt=1,2/3,4 kept=1/3 phase=ended", 0)
    even(Counter(int(state.dealt[1]) for state in found), 5)
    assert {int(state.objective[1]) for state in found} == {3}


@pytest.mark.rule("RT23")
def test_a_spectator_does_not_know_the_objective_chosen_for_a_level() -> None:
    found = samples("level=10 objectives=yes kept=4 hands=23,2V phase=playing", -1)
    even(Counter(int(state.objective[0]) for state in found), 8)
    assert {int(state.objective[0]) for state in samples("level=10 objectives=yes kept=4 phase=playing", 0)} == {4}

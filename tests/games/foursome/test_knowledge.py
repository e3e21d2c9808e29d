"""What a seat knows, and what is dealt anew: exactly the deals that agree with it, each equally likely."""

import itertools
import math
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from tests.games.foursome.reading import GAME, KERNEL, part, pick, read
from tests.suites.every import begun, set_ups, walk
from tetracade.engine.chance import generator
from tetracade.engine.contract import State
from tetracade.games.foursome.board import CARDS, CHARACTER_KINDS, COPIES, KINDS

Deal = tuple[tuple[int, ...], ...]


def hand_of(state: State, seat: int) -> list[int]:
    return [int(state.hand[seat, place]) - 1 for place in range(state.held[seat])]


def read_in(state: State, seat: int) -> Counter[int]:
    once, twice = int(state.read[seat]), int(state.read_both[seat])
    return Counter({kind: (once >> kind & 1) + (twice >> kind & 1) for kind in range(CHARACTER_KINDS)})


def agrees(state: State, seat: int) -> bool:
    """Whether the hand is one that all that is known of it allows."""
    rest = Counter(hand_of(state, seat))
    known = read_in(state, seat)
    if any(rest[kind] < count for kind, count in known.items()):
        return False
    rest.subtract(known)
    if sum(count for kind, count in rest.items() if kind >= CHARACTER_KINDS) < state.announced[seat]:
        return False
    return not any(count and int(state.denied[seat]) >> kind & 1 for kind, count in rest.items())


def redealt(state: State, seat: int, seed: int, stream: int = 0) -> State:
    other = KERNEL.states()
    other[0] = state
    KERNEL.redeal(other[0], seat, generator(seed, stream))
    return other[0]


def test_a_call_without_got_it_is_a_denial_by_the_other_teams() -> None:
    table = pick(read("seats=6 phase=pick active=1 hands=RA/RB/RC/RD/RE/RF"), "RK")
    assert part(table, "denied") == "RK/-/RK/RK/-/RK"


def test_got_it_denies_nothing_and_shows_the_card() -> None:
    table = pick(read("seats=3 phase=pick hands=RA/RB/RK"), "RK")
    assert part(table, "denied") == "-/-/-"
    assert part(table, "read") == "RK/-/RK"
    assert all(agrees(redealt(table.state, seat, 1), 2) for seat in (0, 1))


def test_a_used_or_special_card_denies_nothing() -> None:
    assert part(pick(read("phase=pick hands=RA/RB blue=A1,B8"), "RK"), "denied") == "-/-"
    assert part(pick(read("phase=pick hands=RA/RB"), "WILD"), "denied") == "-/-"


def test_a_denial_lasts_until_the_hand_picks_unannounced() -> None:
    table = pick(read("phase=pick active=1 hands=STEAL/RB denied=RK,BP/RC", picks="RH"), "RA")
    table.play("STEAL@G1")
    assert part(table, "denied") == "-/RC"
    table = pick(read("phase=pick active=1 hands=RA/RB denied=RK,BP/RC", picks="RH"), "RA")
    table.play("RA@G1")
    assert part(table, "denied") == "-/RC"
    table = read("hands=RK,RB/- amber=A1,B8 denied=RT/RC", picks="RH")
    table.play("REPLACE:RK")
    assert part(table, "denied") == "-/RC"


def test_a_denial_outlasts_a_pick_read_aloud() -> None:
    table = pick(read("phase=pick hands=RA/RB denied=BP/-"), "RK")
    assert part(table, "denied") == "BP/RK"


def test_playing_one_of_two_equal_cards_ends_what_was_known() -> None:
    table = read("hands=RK,RK/BP read=RK/-")
    table.play("RK@A1")
    assert part(table, "read").split("/")[0] == "-"


def test_a_special_that_leaves_counts_as_announced_while_there_are_any() -> None:
    table = read("hands=WILD,REMOVE,STEAL/BP announced=1,0 amber=A1", picks="RA RB RC RD")
    table.play("WILD@B2")
    assert part(table, "announced") == "0,0"
    table = read("hands=WILD,REMOVE/BP announced=0,1 amber=A1", picks="RA RB RC RD")
    table.play("WILD@B2")
    assert part(table, "announced") == "0,1"
    table = read("hands=STEAL,REMOVE/BP announced=2,1 deck=RC", picks="RC")
    table.play("DISCARD:STEAL")
    assert part(table, "announced") == "1,1"


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=30)
def test_every_sample_agrees_with_what_the_seat_knows(seed: int) -> None:
    pick_at = random.Random(seed)
    kernel, state = begun(GAME, pick_at.choice(set_ups(GAME)))
    for _ in walk(kernel, state, pick_at, 600):
        assert all(agrees(state, seat) for seat in range(state.seats))  # the truth does, too
        if pick_at.random() > 0.1:
            continue
        seat = pick_at.randrange(-1, int(state.seats))
        sample = redealt(state, seat, seed)
        assert kernel.view(sample, seat).tobytes() == kernel.view(state, seat).tobytes()
        assert all(agrees(sample, other) for other in range(state.seats))
        hands = Counter(kind for other in range(state.seats) for kind in hand_of(sample, other))
        assert [hands[kind] + sample.deck[kind] + sample.discards[kind] for kind in range(KINDS)] == COPIES.tolist()
        assert all(hand_of(sample, other) == sorted(hand_of(sample, other)) for other in range(state.seats))
        assert sample.deck_size == sample.deck.sum()


def all_deals(state: State, viewer: int) -> Counter[Deal]:
    """By brute force: every deal of the unseen cards to the unseen places that agrees, counted by the hands it gives.

    Cards are told apart here, and so are places: first those of announced specials, then the other ones.
    """
    others = [seat for seat in range(state.seats) if seat != viewer]
    unseen = [kind for kind in range(KINDS) for _ in range(state.deck[kind])]
    places: list[tuple[int, bool]] = []
    for seat in others:
        hidden = Counter(hand_of(state, seat))
        hidden.subtract(read_in(state, seat))
        unseen += list(hidden.elements())
        size = sum(hidden.values())
        places += [(seat, place < state.announced[seat]) for place in range(size)]
    found: Counter[Deal] = Counter()
    for cards in itertools.permutations(range(len(unseen)), len(places)):
        kinds = [unseen[card] for card in cards]
        if all(
            kind >= CHARACTER_KINDS or not (special or int(state.denied[seat]) >> kind & 1)
            for kind, (seat, special) in zip(kinds, places, strict=True)
        ):
            hands = {seat: list(read_in(state, seat).elements()) for seat in others}
            for kind, (seat, _) in zip(kinds, places, strict=True):
                hands[seat].append(kind)
            found[tuple(tuple(sorted(hands[seat])) for seat in others)] += 1
    return found


SMALL = {
    "nothing known": "seats=2 hands=RA/RB,RC deck=RD,RE,WILD",
    "a read card": "seats=3 hands=RA/RB,RC/RB,RD deck=RE,WILD read=-/RB/-",
    "announced specials": "seats=3 hands=RA/WILD,RB/REMOVE,STEAL deck=RC,WILD announced=0,1,1",
    "one denial": "seats=3 hands=RA/RB,RC/RD,RE deck=RF,RG denied=-/RD,RF/-",
    "nested denials": "seats=3 hands=RA/RB,RC/RD,RE deck=RF,RG denied=-/RD,RF/RF",
    "crossing denials": "seats=3 hands=RA/RB,RC/RD,RE deck=RF,RG denied=-/RD,RE/RB,RC",
    "crossing in three hands": "seats=4 hands=RA/RB,RC/RD,RE/RF deck=RG,RH denied=-/RD,RG/RB,RC/RE,RH",
    "all at once": "seats=4 hands=RA/RB,WILD/RD,RE/RF,STEAL deck=RG,WILD read=-/RB/-/- announced=0,1,0,0 "
    "denied=-/RD/RG,RF/RD,RE",
    "an empty deck": "seats=3 hands=RA/RB,RC,RD/RE,RF,WILD deck=- denied=-/RE,RF/RB",
    "pairs": "seats=3 hands=RA/RB,RB/RC,RD deck=RC,RD,RE denied=-/RC/RB",
    "from the second seat": "seats=3 hands=RB,RC/RA/RD,RE deck=RF,RG denied=RD,RE/-/RB,RC",
}


@pytest.mark.parametrize("line", SMALL.values(), ids=SMALL.keys())
def test_small_decks_are_dealt_anew_uniformly(line: str) -> None:
    state = read(line).state
    viewer = 1 if line.startswith("seats=3 hands=RB,RC/RA") else 0
    weights = all_deals(state, viewer)
    others = [seat for seat in range(state.seats) if seat != viewer]
    samples = 40 * len(weights) + 4000
    rng = generator(11)
    seen: Counter[Deal] = Counter()
    sample = KERNEL.states()
    for _ in range(samples):
        sample[0] = state
        KERNEL.redeal(sample[0], viewer, rng)
        seen[tuple(tuple(hand_of(sample[0], seat)) for seat in others)] += 1
    assert set(seen) <= set(weights)
    total = sum(weights.values())
    statistic = sum((seen[deal] - samples * w / total) ** 2 / (samples * w / total) for deal, w in weights.items())
    assert chi2.sf(statistic, len(weights) - 1) > 0.001


def test_the_samples_of_a_whole_deck_have_the_chances_that_counting_gives() -> None:
    """Five of the unseen cards are in the other hand; two of them are RB."""
    state = read("seats=2 hands=RA,RC,RD,RE,RF/RG,RH,RI,RJ,RK").state
    unseen = CARDS - 5
    chance = 1 - math.comb(unseen - 2, 5) / math.comb(unseen, 5)
    rng, sample, samples = generator(5), KERNEL.states(), 20_000
    hits = 0
    for _ in range(samples):
        sample[0] = state
        KERNEL.redeal(sample[0], 0, rng)
        hits += 2 in sample[0].hand[1]  # RB is kind 1
    assert abs(hits - samples * chance) < 4 * math.sqrt(samples * chance * (1 - chance))

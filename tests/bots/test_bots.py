"""Bots for any game."""

import random
from dataclasses import replace

import pytest

import tetracade
from tests.suites.every import GAMES
from tetracade.bots import search
from tetracade.bots.bot import GreedyBot, NothingToChoose, RandomBot
from tetracade.bots.levels import LEVELS, bot, bot_named, level_of
from tetracade.bots.searcher import SearchBot
from tetracade.bots.tree import Tree
from tetracade.engine.game import BadOption, Game, Strength
from tetracade.engine.kernel import kernel_of
from tetracade.table.table import Table, new_table

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
FEW = Strength(40)
FEW_IN_HEATS = Strength(40, heats=True)


def midway(game: Game, seed: int, actions: int) -> Table:
    """A table after some random actions."""
    table = new_table(game, None, seed)
    pick = random.Random(seed)
    for _ in range(actions):
        seat = pick.choice(table.acting)
        after = table.copy()
        after.play(pick.choice(kernel_of(game).legal(after.state, seat)), seat)
        if after.over:
            break
        table = after
    return table


@every_game
def test_a_choice_is_the_same_whatever_the_others_hold(game: Game) -> None:
    for seed in range(4):
        table = midway(game, seed, 6 + 4 * seed)
        seat = table.acting[0]
        searching = (lambda: SearchBot(game, FEW, seed=5), lambda: SearchBot(game, FEW_IN_HEATS, seed=5))
        for make in (*searching, GreedyBot, lambda: RandomBot(3)):
            truth = make().choose_number(table, seat)
            for other in range(3):
                assert make().choose_number(table.redealt(seat, other), seat) == truth


@every_game
def test_bots_choose_only_what_is_legal_and_explain_it(game: Game) -> None:
    table = midway(game, 9, 5)
    seat = table.acting[0]
    legal = {action.id for action in table.legal(seat)}
    for level in LEVELS[:2]:
        assert bot(game, level.number).choose(table, seat).id in legal
    for strength in (FEW, FEW_IN_HEATS):
        findings = SearchBot(game, strength).explain(table, seat)
        assert findings
        assert {finding.action.id for finding in findings} <= legal
        for finding in findings:
            assert 0 <= finding.value <= 1
            assert 0 <= finding.margin <= 1
            assert finding.line[0] == finding.action.notation
        weights = [finding.weight for finding in findings]
        assert weights == sorted(weights, reverse=True)


@pytest.mark.parametrize(
    "strength", [FEW, FEW_IN_HEATS, Strength(40, 0.3)], ids=["tree", "heats", "tree that overlooks things"]
)
def test_what_is_explained_first_is_what_is_chosen(strength: Strength) -> None:
    game = GAMES["tetratrax"]
    for seed in range(4):
        table = midway(game, seed, 3 + seed)
        maker = SearchBot(game, strength, seed=seed)
        for _ in range(2):
            seat = table.acting[0]
            explained = maker.explain(table, seat)[0].action
            assert maker.choose(table, seat) == explained
            table.play(explained)


def test_exact_expectation_is_sure_and_says_how_it_goes_on() -> None:
    game = GAMES["tetrathedral"]
    table = midway(game, 1, 4)
    for finding in SearchBot(game, Strength(0, plies=1)).explain(table, table.acting[0]):
        assert finding.margin == 0.0
        assert len(finding.line) > 1
        assert finding.line[0] == finding.action.notation


@every_game
def test_the_same_seed_and_simulations_think_the_same(game: Game) -> None:
    table = midway(game, 2, 4)
    seat = table.acting[0]
    thoughts = []
    for _ in range(2):
        tree = Tree(game)
        tree.root(table.state, seat, 7)
        tree.grow(60)
        thoughts.append(tree.children())
    assert thoughts[0] == thoughts[1]
    assert sum(thought.visits for thought in thoughts[0]) == 60


@every_game
def test_a_tree_stays_within_its_memory(game: Game) -> None:
    table = midway(game, 3, 3)
    tree = Tree(game, rows=game.actions + 8)
    tree.root(table.state, table.acting[0], 1)
    tree.grow(100)
    assert tree.used <= game.actions + 8
    assert sum(thought.visits for thought in tree.children()) == 100


def searched(table: Table, simulations: int, noticed: set[int] | None) -> Tree:
    """A tree after its search, which may stop early, for a choice among the actions noticed."""
    tree = Tree(table.game)
    tree.root(table.state, table.acting[0], 7, simulations, noticed)
    for _ in tree.steps():
        pass
    return tree


@every_game
def test_a_search_never_stops_before_its_choice_is_settled(game: Game) -> None:
    for seed in range(6):
        table = midway(game, seed, 5)
        legal = table.legal_ids(table.acting[0])
        noticed = set(legal[seed % 2 :] or legal)
        whole = Tree(game)
        whole.root(table.state, table.acting[0], 7)
        whole.grow(320)
        brief = searched(table, 320, noticed)
        chosen = [next(each.action for each in tree.thoughts() if each.action in noticed) for tree in (whole, brief)]
        assert chosen[0] == chosen[1]


def test_a_clear_choice_takes_fewer_simulations() -> None:
    run = [int(searched(connect_four(columns), 2000, None).links[0, search.VISITS]) for columns in ("DCDCDC", "CDCDAD")]
    assert max(run) < 2000


def test_with_doubt_every_action_is_looked_at() -> None:
    game = GAMES["foursome"]
    table = next(table for table in (midway(game, seed, 6) for seed in range(50)) if len(table.legal()) > 5)
    looks = {}
    for doubt in (0.0, 0.5):
        tuning = replace(game.tuning, temperature=1e-3, doubt=doubt, exploration=1.4)
        tree = Tree(replace(game, tuning=tuning))
        tree.root(table.state, table.acting[0], 1)
        tree.grow(600)
        looks[doubt] = [thought.visits for thought in tree.children()]
    assert min(looks[0.0]) == 0
    assert min(looks[0.5]) > 0


def connect_four(columns: str) -> Table:
    table = new_table(GAMES["connect_four"], seed=1)
    for column in columns:
        table.play(column)
    return table


@pytest.mark.parametrize("heats", [False, True], ids=["tree", "heats"])
@pytest.mark.parametrize(
    ("columns", "answer"),
    [("ABABAB", "A"), ("DADGD", "D"), ("CADAEB", "F")],
    ids=["wins at once", "stops a win", "makes the fourth of a flat row"],
)
def test_search_finds_what_must_be_played(columns: str, answer: str, heats: bool) -> None:
    table = connect_four(columns)
    chosen = SearchBot(GAMES["connect_four"], Strength(800, heats=heats)).choose(table, table.acting[0])
    assert chosen.notation == answer


def test_a_sure_win_is_known_to_be_one() -> None:
    best = SearchBot(GAMES["connect_four"], Strength(2000)).explain(connect_four("CADA"), 0)[0]
    assert best.value > 0.9


def test_who_does_not_act_has_nothing_to_choose() -> None:
    table = connect_four("A")
    with pytest.raises(NothingToChoose, match="seat 0 has nothing to choose"):
        SearchBot(GAMES["connect_four"], FEW).choose(table, 0)


def test_levels_go_by_number_and_name() -> None:
    assert [level_of(level.number) for level in LEVELS] == list(LEVELS)
    assert level_of("Master") is LEVELS[4]
    with pytest.raises(BadOption, match="the levels are 1 Beginner"):
        level_of(6)
    game = tetracade.game("tetratrax")
    assert bot_named(game, "greedy").name == "greedy"
    assert bot_named(game, "4").name == "expert"


def test_who_sees_little_plays_worse_than_who_sees_all() -> None:
    game = tetracade.game("tetratrax")
    points = [0, 0]
    for number in range(6):
        bots = (SearchBot(game, Strength(20, 0.1), seed=number), SearchBot(game, Strength(60), seed=number))
        table = new_table(game, 2, number)
        while not table.over:
            seat = table.acting[0]
            table.play(bots[(seat + number) % 2].choose_number(table, seat), seat)
        score = kernel_of(game).score(table.state)
        points[number % 2] += score[0]
        points[1 - number % 2] += score[1]
    assert points[1] > points[0]


def test_what_is_overlooked_once_may_be_seen_the_next_time() -> None:
    game = tetracade.game("tetratrax")
    table, bot = new_table(game, 2, seed=1), SearchBot(game, Strength(40, 0.3), seed=5)
    assert len({bot.choose_number(table, table.acting[0]) for _ in range(12)}) > 1


def test_an_action_of_another_seat_is_another_child() -> None:
    """Deals differ in who reacts next, so what one seat gets by an action must not count for another's."""
    game = GAMES["foursome"]
    several = 0
    for seed in range(4):
        table = midway(game, seed, 30)
        tree = Tree(game)
        tree.root(table.state, table.acting[0], seed)
        tree.grow(400)
        for node in range(tree.used):
            child, seats = int(tree.links[node, search.FIRST]), {}
            while child:
                key = tuple(int(tree.links[child, part]) for part in (search.ACTION, search.SEAT))
                assert key not in seats, "one child for each action of each seat"
                seats[key] = child
                child = int(tree.links[child, search.NEXT])
            several += len({action for action, _ in seats}) < len(seats)
    assert several, "no two seats have the same action after the same sequence: the test sees nothing"


KINDS = (Strength(150), Strength(300, 0.5), Strength(300, heats=True), Strength(300, 0.0, heats=True))


@every_game
def test_a_choice_is_the_same_however_often_it_is_interrupted(game: Game) -> None:
    levels = [bot(game, level.number) for level in LEVELS[:4]]
    for seed in range(2):
        table = midway(game, seed, 5 + 7 * seed)
        seat = table.acting[0]
        for maker in (*levels, *(SearchBot(game, strength) for strength in KINDS)):
            whole = SearchBot(game, maker.strength, seed=9 + seed).choose_number(table, seat)
            interrupted, beside = maker.thinking(table, seat, 9 + seed), maker.thinking(table, seat, 5)
            while not interrupted.go_on(0.0):
                beside.go_on(0.0)
            assert interrupted.best == whole


def test_exact_expectation_is_the_same_however_often_it_is_interrupted() -> None:
    game = GAMES["tetrathedral"]
    table = midway(game, 1, 6)
    seat = table.acting[0]
    interrupted, steps, so_far = bot(game, 5).thinking(table, seat, 3), 0, set()
    while not interrupted.go_on(0.0):
        steps += 1
        so_far.add(interrupted.best)
    assert interrupted.best == bot(game, 5, seed=3).choose_number(table, seat)
    assert steps > len(table.legal(seat))
    assert so_far <= {-1, *kernel_of(game).legal(table.state, seat)}
    assert len(so_far) > 1, "there is a best before all is looked at"


def test_in_heats_there_is_a_best_once_all_had_the_same_deals() -> None:
    game = GAMES["foursome"]
    table = next(table for table in (midway(game, seed, 6) for seed in range(50)) if len(table.legal()) > 5)
    seat = table.acting[0]
    legal = kernel_of(game).legal(table.state, seat)
    thinking = SearchBot(table.game, Strength(10_000, heats=True)).thinking(table, seat, 3)
    found = []
    for _ in legal:
        thinking.go_on(0.0)
        found.append(thinking.best)
    thinking.go_on(0.0)
    assert set(found) == {-1}
    assert thinking.best in legal


def test_a_level_thinks_as_hard_as_the_game_s_tuning_says_for_it() -> None:
    for game in GAMES.values():
        beginner, *_, master = game.tuning.strengths
        assert bot(game, 1).strength is beginner
        assert bot(game, "Master").strength is master
        assert [bot(game, level.number).strength for level in LEVELS] == list(game.tuning.strengths)


def test_who_would_overlook_everything_takes_the_best() -> None:
    game = GAMES["tetratrax"]
    differed = 0
    for seed in range(4):
        table = midway(game, seed, 4)
        seat = table.acting[0]
        blind, seeing = SearchBot(game, Strength(200, 0.0), seed=seed), SearchBot(game, Strength(200), seed=seed)
        assert blind.choose_number(table, seat) == seeing.choose_number(table, seat)
        differed += len(table.legal(seat)) > 1
    assert differed == 4


def test_every_simulation_deals_anew_what_the_seat_cannot_know() -> None:
    """The tree has answers to a call that nobody can give from the hands there are, but could from others."""
    game, kernel = GAMES["foursome"], kernel_of(GAMES["foursome"])

    def answers(table: Table, seat: int) -> set[int]:
        after = table.copy()
        after.play(kernel.legal(table.state, seat)[0], seat)
        return {answer for other in after.acting if other != seat for answer in kernel.legal(after.state, other)}

    positions = 0
    for table in (midway(game, seed, 9) for seed in range(10)):
        seat = table.acting[0]
        if len(kernel.legal(table.state, seat)) > 1:
            continue
        given = answers(table, seat)
        elsewhere = set[int]().union(*(answers(table.redealt(seat, seed), seat) for seed in range(60))) - given
        if len(given) == 1 and elsewhere:
            tree = Tree(game)
            tree.root(table.state, seat, 1)
            tree.grow(2000)
            assert elsewhere & {answer.action for answer in tree.children(tree.children()[0].node)}
            positions += 1
    assert positions > 3

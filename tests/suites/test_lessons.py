"""Every lesson of every game: its position, what it asks for, its script, its words, and the rules it covers."""

from collections.abc import Iterator

import msgspec
import pytest

from tetracade.engine.game import Game
from tetracade.games import find, names
from tetracade.table import lessons as lessons_module
from tetracade.table.lessons import Lesson, RunningLesson, basic_rules, course_of, lesson_table
from tetracade.table.position import BadPosition
from tetracade.table.seating import Denied

GAMES = [game for game in map(find, names()) if course_of(game) or basic_rules(game)]
"""Games that have lessons, or mark rules for them."""
FEWEST, MOST = 5, 8
"""Lessons of a course."""
WORDS = 25
"""The most words of a step."""
WORDS_A_SECOND = 200 / 60
FIRST_ACTION = 20.0
WHOLE_COURSE = 8 * 60.0
SECONDS_AN_ACTION = 8.0
"""What doing a step takes, beside reading it."""


def lessons() -> Iterator[tuple[Game, int, Lesson]]:
    for game in GAMES:
        for number, lesson in enumerate(course_of(game)):
            yield game, number, lesson


EVERY = list(lessons())
NAMES = [f"{game.name}-{number}" for game, number, _ in EVERY]


def begun(game: Game, number: int) -> RunningLesson:
    return RunningLesson(game, number, lambda: bytes(32))


def asked_for(running: RunningLesson) -> tuple[list[int], list[int]]:
    """The legal actions that the present step asks for, and the other legal ones."""
    seat = running.lesson.seat
    fitting: list[int] = []
    other: list[int] = []
    for action in running.room.turns.offered.get(seat, []):
        (other if running.answer(action) else fitting).append(action)
    return fitting, other


def seconds(text: str) -> float:
    return len(text.split()) / WORDS_A_SECOND


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_course_has_a_few_short_lessons(game: Game) -> None:
    course = course_of(game)
    assert FEWEST <= len(course) <= MOST
    assert len({lesson.title for lesson in course}) == len(course)
    assert all(1 <= len(lesson.steps) <= 4 for lesson in course)
    first = course[0]
    assert seconds(f"{first.title} {first.steps[0].text}") <= FIRST_ACTION
    steps = [step for lesson in course for step in lesson.steps]
    whole = sum(seconds(step.text) + seconds(step.praise) + SECONDS_AN_ACTION for step in steps)
    assert whole <= WHOLE_COURSE


@pytest.mark.parametrize(("game", "number", "lesson"), EVERY, ids=NAMES)
def test_no_step_has_too_many_words(game: Game, number: int, lesson: Lesson) -> None:
    for step in lesson.steps:
        for text in (step.text, step.praise, step.otherwise, *(wrong.say for wrong in step.wrong)):
            assert len(text.split()) <= WORDS, text
        assert step.text.endswith((".", "!", "?"))
        assert step.praise


@pytest.mark.parametrize(("game", "number", "lesson"), EVERY, ids=NAMES)
def test_its_position_can_come_about_and_it_is_the_learners_turn(game: Game, number: int, lesson: Lesson) -> None:
    table = lesson_table(game, lesson, checked=False)
    assert lesson.seat in table.acting
    assert not table.over


@pytest.mark.parametrize(("game", "number", "lesson"), EVERY, ids=NAMES)
def test_whatever_it_asks_for_leads_to_its_end(game: Game, number: int, lesson: Lesson) -> None:
    """Each step has something legal that fits, its script is legal after any of these, and all outcomes come up."""

    def walked(path: tuple[int, ...]) -> RunningLesson:
        running = begun(game, number)
        for action in path:
            running.act(lesson.seat, action, running.room.number, 0.0)
        return running

    paths: list[tuple[int, ...]] = [()]
    for place in range(len(lesson.steps)):
        following = []
        for path in paths:
            fitting, _ = asked_for(walked(path))
            assert fitting, f"step {place}: nothing that fits is legal"
            for action in fitting:
                walked((*path, action))
            following += [(*path, action) for action in {fitting[0], fitting[len(fitting) // 2], fitting[-1]}]
        paths = following
    for path in paths:
        assert walked(path).step is None


@pytest.mark.parametrize(("game", "number", "lesson"), EVERY, ids=NAMES)
def test_every_wrong_try_has_its_answer(game: Game, number: int, lesson: Lesson) -> None:
    running = begun(game, number)
    for step in lesson.steps:
        fitting, other = asked_for(running)
        assert not other or step.otherwise, "legal actions that are not asked for have no answer"
        answers = {running.answer(action) for action in other}
        for wrong in step.wrong:
            assert wrong.say in answers, f"no legal action is {wrong.do}"
        for action in other[:3]:
            with pytest.raises(Denied) as refused:
                running.act(lesson.seat, action, running.room.number, 0.0)
            assert refused.value.code == "lesson"
            assert refused.value.reason
        running.act(lesson.seat, fitting[0], running.room.number, 0.0)


@pytest.mark.parametrize(("game", "number", "lesson"), EVERY, ids=NAMES)
def test_what_it_lights_up_is_there_to_be_touched(game: Game, number: int, lesson: Lesson) -> None:
    running = begun(game, number)
    for step in lesson.steps:
        offered = running.room.table.legal(lesson.seat) if running.room.table else []
        touches = {place for action in offered for place in action.touches}
        assert set(step.lit) <= touches, f"{set(step.lit) - touches} cannot be touched"
        fitting, _ = asked_for(running)
        running.act(lesson.seat, fitting[0], running.room.number, 0.0)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_last_step_wins(game: Game) -> None:
    course = course_of(game)
    running = begun(game, len(course) - 1)
    for _ in course[-1].steps:
        fitting, _ = asked_for(running)
        running.act(course[-1].seat, fitting[0], running.room.number, 0.0)
    ended = running.room.current.ended
    assert ended is not None
    assert ended.winners == [course[-1].seat]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_basic_rule_is_taught_and_every_rule_taught_is_one(game: Game) -> None:
    taught = {rule for lesson in course_of(game) for step in lesson.steps for rule in step.rules}
    basic = basic_rules(game)
    assert basic, "rules.md marks no rule as basic"
    assert set(basic) <= taught, f"no step teaches {sorted(set(basic) - taught)}"
    text = (game.folder / "rules.md").read_text(encoding="utf-8")
    for rule in taught:
        assert f"**{rule}" in text, f"{rule} is no rule of {game.title}"


def test_a_position_that_no_game_comes_to_is_noticed() -> None:
    game = find("tetratrax")
    lesson = course_of(game)[0]
    for position in ("rows=12 tower=A....... act=white", "rows=12 tower=- points=9,0 act=white"):
        broken = msgspec.structs.replace(lesson, position=position)
        with pytest.raises(BadPosition):
            test_its_position_can_come_about_and_it_is_the_learners_turn(game, 0, broken)


def test_a_step_that_asks_for_what_is_not_legal_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("tetratrax")
    lesson = course_of(game)[0]
    steps = [msgspec.structs.replace(lesson.steps[0], do=["D2@A"]), *lesson.steps[1:]]  # TX4: never upright
    broken = msgspec.structs.replace(lesson, steps=steps)
    monkeypatch.setattr(lessons_module, "course_of", lambda game: (broken,))
    with pytest.raises(AssertionError, match="nothing that fits is legal"):
        test_whatever_it_asks_for_leads_to_its_end(game, 0, broken)


def test_a_script_that_is_not_legal_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("tetratrax")
    lesson = course_of(game)[0]
    steps = [msgspec.structs.replace(lesson.steps[0], replies=["D2@A"]), *lesson.steps[1:]]
    broken = msgspec.structs.replace(lesson, steps=steps)
    monkeypatch.setattr(lessons_module, "course_of", lambda game: (broken,))
    with pytest.raises(Denied):
        test_whatever_it_asks_for_leads_to_its_end(game, 0, broken)


def test_a_lesson_that_is_not_there_is_refused_with_a_sentence() -> None:
    with pytest.raises(Denied, match=r"There is no lesson 99; .* has lessons 0 to"):
        begun(GAMES[0], 99)

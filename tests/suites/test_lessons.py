"""Every lesson of every game: its position, what it asks for, its script, its words, and the rules it covers."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tests.suites.lesson_faults import (
    asked_for,
    begun,
    course_faults,
    course_seconds,
    first_seconds,
    lesson_faults,
    opening_of,
)
from tetracade.engine.game import Game
from tetracade.games import find, names
from tetracade.table.lessons import Lesson, Opening, RunningLesson, Wrong, basic_rules, course_of, lesson_of
from tetracade.table.seating import Denied

GAMES = [game for game in map(find, names()) if course_of(game) or basic_rules(game)]
"""Games that have lessons, or mark rules for them."""
EVERY = [(game, lesson) for game in GAMES for lesson in course_of(game)]
NAMES = [f"{game.name}-{lesson.title}" for game, lesson in EVERY]

TAUGHT = find("tetratrax")
COURSE = course_of(TAUGHT)
DROP, TWO, HOLES, TURN, LAST = COURSE


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_course_teaches_all_that_is_basic_in_eight_minutes_and_ends_with_a_win(game: Game) -> None:
    assert list(course_faults(game, course_of(game), opening_of(game))) == []


@pytest.mark.parametrize(("game", "lesson"), EVERY, ids=NAMES)
def test_a_lesson_can_be_done_and_answers_whatever_is_tried(game: Game, lesson: Lesson) -> None:
    assert list(lesson_faults(game, lesson)) == []


def stepped(lesson: Lesson, place: int = 0, **changed: Any) -> Lesson:
    """The lesson with another step."""
    steps = list(lesson.steps)
    steps[place] = replace(steps[place], **changed)
    return replace(lesson, steps=steps)


LONG = " ".join(["word"] * 25)
BROKEN_LESSONS = {
    "a tile hangs in the air": (replace(DROP, position="rows=12 tower=A....... act=white"), "no game comes to"),
    "points that nobody made": (replace(DROP, position="rows=12 tower=- points=9,0 act=white"), "no game comes to"),
    "a record that breaks the rules": (replace(HOLES, record=HOLES.record.replace("O1@D", "O1@H")), "no game comes to"),
    "no beginning": (replace(DROP, position=""), "in a position or with a record"),
    "the rival's turn": (replace(DROP, position="tower=- act=black"), "not the learner's turn"),
    "a domino stood upright": (stepped(DROP, do=["D2@A"]), "nothing that fits is legal"),
    "one of two actions is never legal": (stepped(DROP, do=["O1@A", "O9@A"]), "O9@A is no legal action"),
    "a reply against the rules": (stepped(DROP, replies=["D2@A"]), "the script does not go on"),
    "a reply that is missing": (stepped(DROP, replies=[]), "nothing that fits is legal"),
    "26 words to do": (stepped(DROP, text=f"{LONG} more."), "26 words"),
    "26 words of praise": (stepped(DROP, praise=f"{LONG} more."), "26 words"),
    "nothing said when it is done": (stepped(DROP, praise=""), "nothing is said"),
    "half a sentence": (stepped(DROP, text="Drop the square"), "no whole sentence"),
    "a wrong try is met with silence": (stepped(TURN, otherwise="", wrong=[]), "I1@A is tempting and has no answer"),
    "an answer to what nobody can do": (
        stepped(TURN, wrong=[Wrong(do="Q1@*", say="Not that one.")]),
        "no wrong action is Q1@*",
    ),
    "light where nothing can be touched": (stepped(DROP, lit=["column:Z"]), "column:Z is lit"),
    "five steps": (replace(DROP, steps=[*DROP.steps, *DROP.steps, DROP.steps[0]]), "5 steps"),
    "no step": (replace(DROP, steps=[]), "0 steps"),
    "a card that never comes": (
        replace(course_of(find("tetrad"))[1], dealt=["card 22", "card 23", "card 24"]),
        "never comes up",
    ),
    "another card than its words mean": (
        replace(course_of(find("tetrad"))[1], dealt=["card 23", "card 22"]),
        "discard 22 is no legal action",
    ),
    "a card that there is not": (
        replace(course_of(find("tetrad"))[1], dealt=["card 99", "card 23"]),
        "no game comes to",
    ),
    "a tower of 99 rows": (replace(DROP, options={"rows": 99}), "no game comes to"),
    "light that leads astray": (stepped(DROP, lit=["tile:D"]), "tile:D is lit and leads to nothing"),
    "a place that is not meant": (stepped(TWO, otherwise="Look at the gap in B9."), "B9 has no part"),
    "a win that is none": (stepped(TWO, praise="Two tiles touched: you win!"), "nobody wins yet"),
    "an answer that nothing calls for": (
        stepped(TWO, do=["*"], lit=[]),
        "nothing is ever answered by That touches only",
    ),
}


@pytest.mark.parametrize(("broken", "found"), BROKEN_LESSONS.values(), ids=BROKEN_LESSONS.keys())
def test_a_broken_lesson_is_noticed(broken: Lesson, found: str) -> None:
    game = TAUGHT if broken.title in {lesson.title for lesson in COURSE} else find("tetrad")
    assert any(found in fault for fault in lesson_faults(game, broken)), list(lesson_faults(game, broken))


def untaught(rule: str) -> list[Lesson]:
    """The course without a word of this rule."""
    return [
        replace(
            lesson, steps=[replace(step, rules=[one for one in step.rules if one != rule]) for step in lesson.steps]
        )
        for lesson in COURSE
    ]


BROKEN_COURSES: dict[str, tuple[Sequence[Lesson], str]] = {
    "four lessons": (COURSE[1:], "4 lessons"),
    "nine lessons": ((*COURSE[:-1], *COURSE), "9 lessons"),
    "one title for two": ((replace(DROP, title=TWO.title), *COURSE[1:]), "two lessons have one title"),
    "a basic rule that no step teaches": (untaught("TX7"), "no step teaches TX7"),
    "a rule that there is not": ((stepped(DROP, rules=["TX1", "TX5", "TX99"]), *COURSE[1:]), "TX99 is no rule"),
    "much to read at first": ((stepped(DROP, text=f"{LONG} {LONG}."), *COURSE[1:]), "before the first action"),
    "much to do": (
        [replace(lesson, steps=[*lesson.steps, *([lesson.steps[0]] * 8)]) for lesson in COURSE[:-1]] + [LAST],
        "the course takes",
    ),
    "no win at the end": ((*COURSE[:-1], replace(TWO, title="The end")), "the last step does not win"),
}


@pytest.mark.parametrize(("broken", "found"), BROKEN_COURSES.values(), ids=BROKEN_COURSES.keys())
def test_a_broken_course_is_noticed(broken: Sequence[Lesson], found: str) -> None:
    faults = list(course_faults(TAUGHT, broken, opening_of(TAUGHT)))
    assert any(found in fault for fault in faults), faults


BROKEN_OPENINGS = {
    "nothing to open with": (None, "opens without theme and goal"),
    "a picture that there is not": (Opening(text="One tower.", diagram="castle"), "castle is no diagram"),
    "half a sentence": (Opening(text="One tower", diagram="goal"), "no whole sentence"),
    "a long tale": (Opening(text=f"{LONG}.", diagram="goal"), "before the first action"),
}


@pytest.mark.parametrize(("broken", "found"), BROKEN_OPENINGS.values(), ids=BROKEN_OPENINGS.keys())
def test_a_broken_opening_is_noticed(broken: Opening | None, found: str) -> None:
    faults = list(course_faults(TAUGHT, COURSE, broken))
    assert any(found in fault for fault in faults), faults


def test_reading_is_counted_at_two_hundred_words_a_minute() -> None:
    shortest = replace(DROP, title="One", steps=[replace(DROP.steps[0], text="word " * 200)])
    more = first_seconds(TAUGHT, shortest) - first_seconds(TAUGHT, stepped(shortest, text=""))
    assert more == pytest.approx(60.0)
    spoken = course_seconds([stepped(shortest, praise="word " * 100)]) - course_seconds([stepped(shortest, praise="")])
    assert spoken == pytest.approx(30.0)


def test_a_lesson_may_begin_with_what_was_played() -> None:
    running = begun(TAUGHT, HOLES)
    table = running.room.table
    assert table is not None
    assert [entry.seat for entry in table.entries] == [0, 1]
    fitting, _ = asked_for(running)
    running.act(0, fitting[0], running.room.number, 0.0)
    assert running.step is None


def test_a_lesson_that_is_not_there_is_refused_with_a_sentence() -> None:
    with pytest.raises(Denied, match=r"There is no lesson 99; .* has lessons 0 to"):
        lesson_of(GAMES[0], 99)


@pytest.mark.parametrize(("game", "lesson"), EVERY, ids=NAMES)
def test_what_a_lesson_says_does_not_change_when_hidden_cards_do(game: Game, lesson: Lesson) -> None:
    def said(running: RunningLesson) -> dict[int, str]:
        return {action: running.answer(action) for action in running.room.turns.offered[lesson.seat]}

    running = begun(game, lesson)
    table, truth = running.room.table, said(running)
    assert table is not None
    for seed in range(3):
        running.room.current.table = table.redealt(lesson.seat, seed)
        assert said(running) == truth


def test_a_tie_is_no_win() -> None:
    game = find("retro_tetro")
    running = begun(game, course_of(game)[-1])
    tied = game.words.action_of("S1@H")
    assert running.answer(tied) == running.lesson.steps[0].otherwise

"""What is wrong with a lesson or a course, in sentences: position, what is asked for, script, words, rules covered."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from tetracade.engine.game import BadOption, Game
from tetracade.engine.kernel import kernel_of
from tetracade.table.diagrams import written
from tetracade.table.lessons import (
    Lesson,
    Opening,
    RunningLesson,
    Step,
    basic_rules,
    fits,
    lesson_table,
    written_course,
)
from tetracade.table.narration import effects_of
from tetracade.table.seating import Denied

FEWEST, MOST = 5, 8
"""Lessons of a course."""
STEPS = 4
"""The most steps of a lesson."""
WORDS = 25
"""The most words of anything that a step says."""
WORDS_A_SECOND = 200 / 60
FIRST_ACTION = 20.0
WHOLE_COURSE = 8 * 60.0
SECONDS_AN_ACTION = 8.0
"""What doing a step takes, beside reading it."""
SECONDS_ONWARD = 2.0
"""What going on to the next lesson takes."""
TEMPTING = 3
"""So many of the actions that look best are tempting, besides those that begin where it is lit."""
PLACE = re.compile(r"\b[A-Z]\d{1,2}\b")
"""A place of the board, as sentences name it."""
WON = re.compile(r"\byou win\b", re.IGNORECASE)


def begun(game: Game, lesson: Lesson) -> RunningLesson:
    """The lesson at its beginning."""
    return RunningLesson(game, lesson, lambda: bytes(32))


def asked_for(running: RunningLesson) -> tuple[list[int], list[int]]:
    """The legal actions that the present step asks for, and the other legal ones."""
    offered = running.room.turns.offered.get(running.lesson.seat, [])
    answers = {action: running.answer(action) for action in offered}
    return [one for one in offered if not answers[one]], [one for one in offered if answers[one]]


def seconds(text: str) -> float:
    """How long reading takes."""
    return len(text.split()) / WORDS_A_SECOND


def first_seconds(game: Game, lesson: Lesson, opening: Opening | None = None) -> float:
    """How long it takes to read all that stands before the first action.

    That is what the course opens with, then the lesson's title, the goal, how far everyone is, and what to do.
    """
    view = lesson_table(game, lesson).view(lesson.seat)
    before = opening.text if opening else ""
    shown = (before, lesson.title, game.goal(view), *game.progress(view), lesson.steps[0].text)
    return sum(map(seconds, shown))


def opening_of(game: Game) -> Opening | None:
    """What the game's course opens with."""
    return written_course(game).opening


def course_seconds(course: Iterable[Lesson]) -> float:
    """How long a whole course takes, with everything read, one wrong try a lesson, and its answer read as well."""
    total = 0.0
    for lesson in course:
        total += seconds(lesson.title) + SECONDS_ONWARD
        total += seconds(lesson.steps[0].otherwise) + SECONDS_AN_ACTION
        total += sum(seconds(f"{step.text} {step.praise}") + SECONDS_AN_ACTION for step in lesson.steps)
    return total


def course_faults(game: Game, course: Sequence[Lesson], opening: Opening | None) -> Iterator[str]:
    """What is wrong with the course as a whole, and with what it opens with."""
    yield from _opening_faults(game, opening)
    if not FEWEST <= len(course) <= MOST:
        yield f"{len(course)} lessons"
    if len({lesson.title for lesson in course}) < len(course):
        yield "two lessons have one title"
    if (long := first_seconds(game, course[0], opening)) > FIRST_ACTION:
        yield f"{long:.0f} seconds of reading before the first action"
    if (long := course_seconds(course)) > WHOLE_COURSE:
        yield f"the course takes {long:.0f} seconds"
    yield from _rule_faults(game, course)
    yield from _first_game_faults(game, written_course(game).first_game)
    if list(_position_faults(game, course[-1])) or list(_path_faults(game, course[-1])):
        return  # told by the lesson's own checks
    for action in asked_for(_walked(game, course[-1], len(course[-1].steps) - 1))[0]:
        last = _walked(game, course[-1], len(course[-1].steps) - 1)
        last.act(course[-1].seat, action, last.room.number, 0.0)
        ended = last.room.current.ended
        if ended is None or ended.winners != [course[-1].seat]:
            yield "the last step does not win"
            return


def _opening_faults(game: Game, opening: Opening | None) -> Iterator[str]:
    if opening is None:
        yield "the course opens without theme and goal"
        return
    if not opening.text.endswith((".", "!", "?")):
        yield f"no whole sentence: {opening.text}"
    if opening.diagram not in {diagram.name for diagram in written(game)}:
        yield f"{opening.diagram} is no diagram of {game.title}"


def _first_game_faults(game: Game, options: Mapping[str, Any]) -> Iterator[str]:
    try:
        game.option_values(options)
    except BadOption as error:
        yield f"the first game: {error}"


def lesson_faults(game: Game, lesson: Lesson) -> Iterator[str]:
    """What is wrong with one lesson; the later checks need what the earlier ones have found to be right."""
    for check in CHECKS:
        found = list(check(game, lesson))
        yield from found
        if found:
            return


def _word_faults(game: Game, lesson: Lesson) -> Iterator[str]:
    if not 1 <= len(lesson.steps) <= STEPS:
        yield f"{len(lesson.steps)} steps"
    for step in lesson.steps:
        for text in (step.text, step.praise, step.otherwise, *(wrong.say for wrong in step.wrong)):
            if len(text.split()) > WORDS:
                yield f"{len(text.split())} words: {text}"
            if text and not text.endswith((".", "!", "?")):
                yield f"no whole sentence: {text}"
        if not step.praise:
            yield f"nothing is said once it is done: {step.text}"


def _position_faults(game: Game, lesson: Lesson) -> Iterator[str]:
    if bool(lesson.position) == bool(lesson.record):
        yield "a lesson begins in a position or with a record, one of them"
        return
    try:
        table = lesson_table(game, lesson, checked=False)
    except (ValueError, LookupError) as error:  # a position, a record, an option or an outcome
        yield f"no game comes to this position: {error}"
        return
    if table.over:
        yield "the game is over before it begins"
    elif lesson.seat not in table.acting:
        yield "it is not the learner's turn"


def _path_faults(game: Game, lesson: Lesson) -> Iterator[str]:
    """Each step has something legal that fits, and its script is legal after any of these."""
    paths: list[tuple[int, ...]] = [()]
    for place, step in enumerate(lesson.steps):
        following = []
        for path in paths:
            running = _after(game, lesson, path)
            fitting, _ = asked_for(running)
            if not fitting:
                yield f"step {place}: nothing that fits is legal"
                return
            yield from (f"step {place}: {pattern} is no legal action" for pattern in _unmet(game, running, step))
            for action in fitting:
                try:
                    _after(game, lesson, (*path, action))
                except (Denied, ValueError, LookupError) as error:
                    yield f"step {place}: the script does not go on after {game.words.notation(action)}: {error}"
                    return
            following += [(*path, action) for action in {fitting[0], fitting[len(fitting) // 2], fitting[-1]}]
        paths = following
    for path in paths:
        if _after(game, lesson, path).room.current.dealing.scripted:
            yield "a card or roll that is written down never comes up"
            return


def _answer_faults(game: Game, lesson: Lesson) -> Iterator[str]:
    """Whatever is legal and not asked for is answered by a sentence of its own, tempting actions above all."""
    for place, step in enumerate(lesson.steps):
        running = _walked(game, lesson, place)
        _, other = asked_for(running)
        answers = {action: running.answer(action) for action in other}
        if other and not step.otherwise:
            yield f"step {place}: legal actions that are not asked for have no answer"
        for action in _tempting(game, running, other):
            if answers[action] in (step.text, ""):
                yield f"step {place}: {game.words.notation(action)} is tempting and has no answer"
        for wrong in step.wrong:
            if wrong.say not in answers.values():
                yield f"step {place}: no wrong action is {wrong.do}"
        for action in other[:TEMPTING]:
            try:
                running.act(lesson.seat, action, running.room.number, 0.0)
                yield f"step {place}: {game.words.notation(action)} is let through"
                return
            except Denied as refused:
                if refused.code != "lesson":
                    yield f"step {place}: {game.words.notation(action)} is refused by {refused.code}"


def _lit_faults(game: Game, lesson: Lesson) -> Iterator[str]:
    """Whatever the learner did before, what is lit can be touched, and is part of what is asked for."""
    for place, step, running in _everywhere(game, lesson):
        fitting, other = asked_for(running)
        led = {touched for action in fitting for touched in game.words.touches(action)}
        offered = led.union(*(game.words.touches(action) for action in other))
        for lit in step.lit:
            if lit not in offered:
                yield f"step {place}: {lit} is lit and cannot be touched"
            elif lit not in led:
                yield f"step {place}: {lit} is lit and leads to nothing that is asked for"


def _sense_faults(game: Game, lesson: Lesson) -> Iterator[str]:
    """What is said fits what is there: places that the step is about, wins that are won, answers that are needed."""
    for place, step, running in _everywhere(game, lesson):
        said = (step.text, step.praise, step.otherwise, *(wrong.say for wrong in step.wrong))
        meant = _places_meant(game, running)
        for name in sorted({name for text in said for name in PLACE.findall(text)} - meant):
            yield f"step {place}: {name} has no part in what is asked for"
        fitting, other = asked_for(running)
        if step.otherwise and not other:
            yield f"step {place}: nothing is ever answered by {step.otherwise}"
        if WON.search(f"{step.text} {step.praise}"):
            yield from (f"step {place}: nobody wins yet" for action in fitting if not _wins(game, running, action))


def _places_meant(game: Game, running: RunningLesson) -> set[str]:
    """The places of what is asked for and of prepared answers, what they bring, what is lit, and where danger is."""
    seat, table, step = running.lesson.seat, running.room.table, running.step
    if table is None or step is None:
        return set()
    view = table.view(seat)
    found = [*step.lit, *(mark.place for mark in game.dangers(view))]
    fitting, other = asked_for(running)
    prepared = {wrong.say for wrong in step.wrong}
    for action in (*fitting, *(one for one in other if running.answer(one) in prepared)):
        found += [game.words.notation(action), game.words.text(view, seat, action), *game.words.touches(action)]
        found += [mark.place for mark in effects_of(game, view, action)[1]]
    return set(PLACE.findall(" ".join(found)))


def _wins(game: Game, running: RunningLesson, action: int) -> bool:
    """Whether the learner has won right after this action."""
    seat, table = running.lesson.seat, running.room.table
    if table is None:
        return False
    after = table.copy()
    after.play(action, seat)
    return after.result is not None and list(after.result.winners) == [seat]


CHECKS: tuple[Callable[[Game, Lesson], Iterator[str]], ...] = (
    _word_faults,
    _position_faults,
    _path_faults,
    _answer_faults,
    _lit_faults,
    _sense_faults,
)


def _rule_faults(game: Game, course: Sequence[Lesson]) -> Iterator[str]:
    taught = {rule for lesson in course for step in lesson.steps for rule in step.rules}
    basic = basic_rules(game)
    if not basic:
        yield "rules.md marks no rule as basic"
    yield from (f"no step teaches {rule}" for rule in basic if rule not in taught)
    text = game.rules_text()
    yield from (f"{rule} is no rule of {game.title}" for rule in sorted(taught) if f"**{rule}" not in text)


def _after(game: Game, lesson: Lesson, path: tuple[int, ...]) -> RunningLesson:
    """The lesson after these actions."""
    running = begun(game, lesson)
    for action in path:
        running.act(lesson.seat, action, running.room.number, 0.0)
    return running


def _everywhere(game: Game, lesson: Lesson) -> Iterator[tuple[int, Step, RunningLesson]]:
    """Each step as the learner may come to it: after the first, a middle and the last of what was asked for."""
    paths: list[tuple[int, ...]] = [()]
    for place, step in enumerate(lesson.steps):
        onward = []
        for path in paths:
            running = _after(game, lesson, path)
            yield place, step, running
            fitting, _ = asked_for(running)
            onward += [(*path, action) for action in {fitting[0], fitting[len(fitting) // 2], fitting[-1]}]
        paths = onward


def _walked(game: Game, lesson: Lesson, steps: int) -> RunningLesson:
    """The lesson after so many steps, each done in the first way that will do."""
    running = begun(game, lesson)
    for _ in range(steps):
        running.act(lesson.seat, asked_for(running)[0][0], running.room.number, 0.0)
    return running


def _unmet(game: Game, running: RunningLesson, step: Step) -> list[str]:
    """The patterns of what is asked for that no legal action fits; a condition is met by whatever will do."""
    seat, table = running.lesson.seat, running.room.table
    if step.do == ["wins"] or table is None:
        return []
    view = table.view(seat)
    said = [(game.words.notation(one), game.words.text(view, seat, one)) for one in table.legal_ids(seat)]
    return [pattern for pattern in step.do if not any(fits([pattern], *each) for each in said)]


def _tempting(game: Game, running: RunningLesson, other: list[int]) -> list[int]:
    """Of the actions not asked for, those that look best at a glance, and those that begin where something is lit."""
    step, table = running.step, running.room.table
    if step is None or table is None or not other:
        return []
    ratings = kernel_of(game).rate(table.state, running.lesson.seat, other)
    best = sorted(range(len(other)), key=lambda at: -ratings[at])[:TEMPTING]
    lit = [action for action in other if set(game.words.touches(action)[:1]) & set(step.lit)]
    return [*(other[at] for at in best), *lit]

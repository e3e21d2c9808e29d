"""Takes a game apart: start, dealt luck, play and what nobody told add up to every seat's result."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from tetracade import games
from tetracade.analysis.judge import Judge, Values
from tetracade.analysis.keeping import digest_of, keep, kept
from tetracade.analysis.results import (
    Analysis,
    Better,
    Chance,
    Decision,
    Luck,
    OwnDecision,
    OwnPlay,
    Parts,
    SeatSum,
)
from tetracade.analysis.scale import scale_of
from tetracade.analysis.settings import USUAL, Setting, setting_named
from tetracade.analysis.telling import luck_words, seat_words, told_to_people, words_to_you
from tetracade.bots.heats import usual_line
from tetracade.engine.contract import SPECTATOR, State
from tetracade.engine.game import BadOption, Game
from tetracade.engine.kernel import kernel_of
from tetracade.table.narration import told
from tetracade.table.record import replayed
from tetracade.table.table import Table

SURE = 1.96
INDIFFERENT = 0.002
"""A decision matters if its actions differ by more than this share of a win."""
SETTLED = 0.9
SECOND_TREE = range(1, 2)
OTHER_SEED = 0x5EED
"""Added to the seed for a second opinion on sampled deals, which tells how far they can be trusted."""


class NotOver(BadOption):
    """The game still goes on; only a seat's own play can be told."""


class Weighed(NamedTuple):
    """A decision, weighed over deals of what its seat could not know."""

    gains: Values
    """Mean value after the action less the mean before it: shares and points, by seat."""
    variance: Values
    """Of those means."""
    before: Values
    """Mean value before it."""
    matters: bool
    error: float
    error_margin: float
    best: int
    """The best action; -1 if none is better than the one chosen."""


def weigh(judge: Judge, state: State, seat: int, action: int) -> Weighed:
    """What the seat's action was worth by what it knew, and whether another would have been better."""
    return weigh_each(judge, state, seat, [action])[0]


def weigh_each(judge: Judge, state: State, seat: int, chosen: Sequence[int]) -> list[Weighed]:
    """The same for each of these actions, any of which might have been chosen: each as if it were asked for alone."""
    setting = judge.setting
    legal = kernel_of(judge.game).legal(state, seat)
    screened = 1 if judge.open else setting.screened
    redeals = range(0, 1) if judge.open else range(setting.screened, setting.screened + setting.redeals)
    candidates: list[int] = []
    spread = 0.0
    if setting.screened and len(legal) > 1:
        candidates = sorted(legal)
        if len(candidates) > setting.compared + 1:
            glances = dict(zip(candidates, judge.glances(state, seat, candidates, range(screened)), strict=True))
            spread = max(glances.values()) - min(glances.values())
            candidates.sort(key=lambda action: -glances[action])
    compared = {action: [action, *without(action, candidates)[: setting.compared]] for action in chosen}
    valued = list(dict.fromkeys(action for actions in compared.values() for action in actions))
    before = judge.known(state, seat, redeals)
    after = judge.after(state, seat, valued, redeals)
    found = []
    for actions in compared.values():
        mine = after[:, [valued.index(action) for action in actions]]
        found.append(weighed(judge, before, mine, seat, loss_of(judge, state, seat, actions, mine), actions, spread))
    return found


def without(action: int, candidates: list[int]) -> list[int]:
    """The other candidates, in their order."""
    return [other for other in candidates if other != action]


class Loss(NamedTuple):
    """What the best of some actions brings more than the first of them."""

    best: int
    """Its place."""
    error: float
    margin: float


def loss_of(judge: Judge, state: State, seat: int, actions: list[int], after: Values) -> Loss:
    """What the seat's best action brings more than the first, from the values by deal after each of them.

    Which looks best is partly luck of the deals, and where it is looked for it looks better than it is. So it is
    looked for in one half of the deals, and what it brings is read off the other half, both ways round. A tree of
    simulations knows one deal only: there another tree values what looks best in the first.
    """
    mine = after[:, :, 0, seat]
    best = int(mine.mean(axis=0).argmax())
    if best == 0:
        return Loss(0, 0.0, SURE * math.sqrt(2 * float(judge.noise(mine)[:, 0].mean())))
    if judge.searching:
        mine = judge.after(state, seat, [actions[0], actions[best]], SECOND_TREE)[:, :, 0, seat]
        return Loss(best, float(mine[0, 1] - mine[0, 0]), SURE * math.sqrt(float(judge.noise(mine).sum())))
    gains = np.zeros(len(mine))
    for half in (0, 1):
        there = mine[1 - half :: 2] if len(mine) > 1 else mine
        place = int(there.mean(axis=0).argmax())
        gains[half::2] = mine[half::2, place] - mine[half::2, 0]
    return Loss(best, float(gains.mean()), spread_of(gains))


def weighed(
    judge: Judge, before: Values, after: Values, seat: int, loss: Loss, actions: list[int], spread: float
) -> Weighed:
    """What the first of these actions was worth, from the values by deal before it and after each of them."""
    gains = after[:, 0] - before
    means = after[:, :, 0].mean(axis=0)
    counts = loss.error > max(loss.margin, INDIFFERENT)
    variance = variance_of(gains)
    variance[0] += (judge.noise(after[:, 0, 0]) + judge.noise(before[:, 0])).mean(axis=0) / len(before)
    return Weighed(
        gains=gains.mean(axis=0),
        variance=variance,
        before=before.mean(axis=0),
        matters=max(spread, float(np.ptp(means[:, seat]))) > INDIFFERENT,
        error=loss.error if counts else 0.0,
        error_margin=loss.margin,
        best=actions[loss.best] if counts else -1,
    )


def variance_of(values: Values) -> Values:
    """The variance of the mean over the first axis; 0 where nothing was sampled."""
    count = len(values)
    return values.var(axis=0, ddof=1) / count if count > 1 else np.zeros(values.shape[1:])


def spread_of(values: Values) -> float:
    """Half the 95 % interval of the mean."""
    return SURE * math.sqrt(float(variance_of(values)))


class Analysing:
    """An analysis in progress, to be worked on step by step: ``for done in analysing: …``, then ``result``."""

    def __init__(self, table: Table, setting: Setting = USUAL, seed: int = 0, *, silly: bool = False) -> None:
        if not table.over:
            raise NotOver("This game isn't over yet; only finished games can be analysed as a whole.")
        if not len(table.entries):
            raise NotOver("This table began in the middle of a game, so there is nothing to analyse.")
        self.table = table
        self.setting = setting
        self.seed = seed
        self.total = 2 * len(table.entries) + 1
        self.done = 0
        self.values: list[Values] = []
        """By entry the value before it, then the end's: ready when half is done, for a graph that grows."""
        self._exact: list[bool] = []
        self._judge = Judge(table.game, setting, seed, silly=silly)
        self._second = Judge(table.game, setting, seed + OTHER_SEED, silly=silly)
        self._weighed: dict[int, Weighed] = {}
        self.decisions: list[Decision] = []
        """What was found of each decision, in order: in the second half, one after the other."""
        self._known: dict[int, tuple[float, ...]] = {}
        self._steps = self._take_steps()

    def __iter__(self) -> Iterator[int]:
        """Go on, a step at a time, telling how many are done; stop any time."""
        for _ in self._steps:
            self.done += 1
            yield self.done

    def _take_steps(self) -> Iterator[None]:
        table, judge = self.table, self._judge
        for index in range(len(table.entries) + 1):
            value, exact = judge.value(table.state_before(index))
            self.values.append(value)
            self._exact.append(exact)
            yield
        for index, (seat, action) in enumerate(table.entries):
            if seat != SPECTATOR:
                state = table.state_before(index)
                self._weighed[index] = weigh(judge, state, seat, action)
                self._known[index] = self._chances_known(state, seat, self._weighed[index].before)
                self.decisions.append(self._decision(index, state))
            yield

    def _chances_known(self, state: State, mover: int, before: Values) -> tuple[float, ...]:
        """Each seat's chances by what it knows itself."""
        if not self.setting.known:
            return ()
        if self._judge.open:
            return tuple(before[0].tolist())
        deals = range(self.setting.known)
        return tuple(
            float(before[0, seat]) if seat == mover else float(self._judge.known(state, seat, deals)[:, 0, seat].mean())
            for seat in range(self.table.seats)
        )

    @cached_property
    def digest(self) -> str:
        """The name under which the analysis is kept."""
        return digest_of(self.table.game, self.table.record(), self.setting, self.seed)

    @cached_property
    def result(self) -> Analysis:
        """The analysis, once all steps are done."""
        if self.done < self.total:
            raise ValueError(f"{self.total - self.done} steps are left to do")
        table, game = self.table, self.table.game
        decisions = tuple(self.decisions)
        sums = tuple(self._sum(seat, decisions) for seat in range(table.seats))
        found = Analysis(
            game=game.name,
            version=game.version,
            seats=table.seats,
            names=tuple(game.words.seat_name(seat) for seat in range(table.seats)),
            setting=self.setting.name,
            seed=self.seed,
            digest=self.digest,
            sums=sums,
            decisions=decisions,
            luck=self.luck,
            chances=tuple(
                Chance(index, tuple(value[0].tolist()), self._known.get(index, ()))
                for index, value in enumerate(self.values)
            ),
            settled=settled_at(self.values, sums),
        )
        return replace(found, words=tuple(told_to_people(found)))

    # ---- the sum ---------------------------------------------------------------------------------------------------

    def parts(self, row: int) -> list[Parts]:
        """Every seat's parts: of shares (row 0) or of points (row 1). They add up to the result, whatever the judge."""
        return [self._parts(seat, row) for seat in range(self.table.seats)]

    def _parts(self, seat: int, row: int) -> Parts:
        dealt = own = partner = others = untold = 0.0
        for index, (mover, _) in enumerate(self.table.entries):
            change = float(self.values[index + 1][row, seat] - self.values[index][row, seat])
            if mover == SPECTATOR:
                dealt += change
                continue
            gain = float(self._weighed[index].gains[row, seat])
            untold += change - gain
            if mover == seat:
                own += gain
            elif self._team(mover) == self._team(seat):
                partner += gain
            else:
                others += gain
        return Parts(float(self.values[0][row, seat]), dealt, own, partner, others, untold)

    def _team(self, seat: int) -> int:
        return kernel_of(self.table.game).team(self.table.state, seat)

    def _margins(self, seat: int) -> Parts:
        start = dealt = own = partner = others = 0.0
        untold = 0.0  # where nothing is hidden, exactly
        for index, (mover, _) in enumerate(self.table.entries):
            if mover == SPECTATOR:
                if not self._exact[index] and (index == 0 or self._exact[index - 1]):
                    second, _ = self._second.value(self.table.state_before(index))
                    doubt = float(second[0, seat] - self.values[index][0, seat]) ** 2 / 2
                    dealt += doubt
                    start += doubt if index == 0 else 0.0
                continue
            variance = float(self._weighed[index].variance[0, seat])
            untold += 0.0 if self._judge.open else variance
            if mover == seat:
                own += variance
            elif self._team(mover) == self._team(seat):
                partner += variance
            else:
                others += variance
        return Parts(*(SURE * math.sqrt(part) for part in (start, dealt, own, partner, others, untold)))

    def _sum(self, seat: int, decisions: tuple[Decision, ...]) -> SeatSum:
        game, scale = self.table.game, scale_of(self.table.game)
        mine = [decision for decision in decisions if decision.seat == seat and decision.matters]
        errors = [decision.error for decision in mine]
        shares = self._parts(seat, 0)
        result = float(self.values[-1][0, seat])
        rate = sum(errors) / len(errors) if errors else 0.0
        found = SeatSum(
            seat=seat,
            result=result,
            shares=shares,
            margins=self._margins(seat),
            points=self._parts(seat, 1) if game.scored else None,
            average_luck=result - shares.dealt,
            decisions=len(mine),
            errors=sum(error > 0 for error in errors),
            given_away=sum(errors, 0.0),
            error_rate=rate,
            error_margin=spread_of(np.array(errors)) if len(errors) > 1 else 0.0,
            luck=luck_words(shares.dealt, scale.usual_luck(self.table.seats)),
            level=scale.level_like(self.setting.name, rate) if errors else 0,
            told="",
            told_you="",
        )
        alone = self.table.seats == 1
        name = game.words.seat_name(seat)
        return replace(found, told=seat_words(name, found, alone), told_you=words_to_you(found, alone))

    # ---- moments ---------------------------------------------------------------------------------------------------

    @cached_property
    def luck(self) -> tuple[Luck, ...]:
        """What every outcome brought, once half is done; those of a long run, such as a deal, together."""
        found, first = [], 0
        entries, points = self.table.entries, self.table.game.scored
        for index, (seat, _) in enumerate(entries):
            if seat != SPECTATOR:
                first = index + 1
                continue
            runs_on = index + 1 < len(entries) and entries[index + 1].seat == SPECTATOR and not self._exact[index + 1]
            if runs_on:
                continue
            change = self.values[index + 1] - self.values[first]
            text = outcome_text(self.table, index) if index == first else ""
            gained = tuple(change[1].tolist()) if points else ()
            found.append(Luck(first, index, text, tuple(change[0].tolist()), gained))
            first = index + 1
        return tuple(found)

    def _decision(self, index: int, state: State) -> Decision:
        table, weighed = self.table, self._weighed[index]
        seat, action = table.entries[index]
        change = self.values[index + 1][0] - self.values[index][0]
        return Decision(
            entry=index,
            seat=seat,
            action=action,
            notation=table.game.words.notation(action),
            text=told(table, seat, index, index + 1)[0].text,
            choices=len(kernel_of(table.game).legal(state, seat)),
            gains=tuple(weighed.gains[0].tolist()),
            margin=SURE * math.sqrt(float(weighed.variance[0, seat])),
            untold=tuple((change - weighed.gains[0]).tolist()),
            matters=weighed.matters,
            error=weighed.error,
            error_margin=weighed.error_margin,
            better=better_of(table.game, state, seat, weighed.best, self.seed),
        )


def better_of(game: Game, state: State, seat: int, action: int, seed: int) -> Better | None:
    """The better action with its words and how play might go on, from what the seat knows; None for -1."""
    if action < 0:
        return None
    kernel, words = kernel_of(game), game.words
    view = kernel.view(state, seat, over=False)
    line = usual_line(kernel, state, seat, action, seed)
    return Better(
        action=action,
        notation=words.notation(action),
        text=words.text(view, seat, action),
        touches=tuple(words.touches(action)),
        line=tuple(words.notation(each) for each in line),
    )


def outcome_text(table: Table, index: int) -> str:
    """What the outcome was, told by a seat that saw it."""
    for eye in (SPECTATOR, *range(table.seats)):
        heard = told(table, eye, index, index + 1)[0]
        if heard.seen:
            return heard.text
    return table.game.words.outcome_notation(table.entries[index].id)


def settled_at(values: list[Values], sums: tuple[SeatSum, ...]) -> int:
    """The entry from which on the winner's chances stayed high; -1 if nobody won alone."""
    winner = max(sums, key=lambda each: each.result)
    best = winner.result
    if best < SETTLED or sum(each.result == best for each in sums) == len(sums):
        return -1
    settled = len(values) - 1
    while settled > 0 and values[settled - 1][0, winner.seat] >= SETTLED:
        settled -= 1
    return settled


def dealt_luck(table: Table, setting: Setting = USUAL, seed: int = 0, *, silly: bool = False) -> tuple[float, ...]:
    """Each seat's dealt luck, in shares of a win: much quicker than a whole analysis."""
    judge = Judge(table.game, setting, seed, silly=silly)
    entries, total = table.entries, np.zeros(table.seats)
    for index, (seat, _) in enumerate(entries):
        if seat != SPECTATOR:
            continue
        if index == 0 or entries[index - 1].seat != SPECTATOR:
            total -= judge.value(table.state_before(index))[0][0]
        if index + 1 == len(entries) or entries[index + 1].seat != SPECTATOR:
            total += judge.value(table.state_before(index + 1))[0][0]
    return tuple(total.tolist())


def own_play(table: Table, seat: int, setting: Setting = USUAL, seed: int = 0) -> OwnPlay:
    """What a seat may be told while the game goes on: its mean chances and its own play, by what it knew each time."""
    game, judge = table.game, Judge(table.game, setting, seed)
    found: list[OwnDecision] = []
    variance = 0.0
    for index, (mover, action) in enumerate(table.entries):
        if mover != seat:
            continue
        state = table.state_before(index)
        weighed = weigh(judge, state, seat, action)
        variance += float(weighed.variance[0, seat])
        found.append(
            OwnDecision(
                number=len(found) + 1,
                action=action,
                notation=game.words.notation(action),
                text=told(table, seat, index, index + 1)[0].text,
                chance=float(weighed.before[0, seat]),
                gain=float(weighed.gains[0, seat]),
                margin=SURE * math.sqrt(float(weighed.variance[0, seat])),
                matters=weighed.matters,
                error=weighed.error,
                error_margin=weighed.error_margin,
                better=better_of(game, state, seat, weighed.best, seed),
            )
        )
    deals = range(1 if judge.open else max(setting.known, 1))
    return OwnPlay(
        game=game.name,
        seat=seat,
        setting=setting.name,
        seed=seed,
        chance=float(judge.known(table.state, seat, deals)[:, 0, seat].mean()),
        own=sum((decision.gain for decision in found), 0.0),
        margin=SURE * math.sqrt(variance),
        decisions=tuple(found),
    )


def analyse(
    record: str | Table,
    *,
    setting: str | Setting = USUAL,
    seed: int = 0,
    progress: Callable[[int, int], bool | None] | None = None,
) -> Analysis:
    """A finished game, given as a table or as its record, taken apart into luck and play; or as kept from before.

    ``progress`` is told after each step how many of how many are done; if it returns False, the analysis is cancelled.
    """
    table = replayed(record, games.find) if isinstance(record, str) else record
    analysing = Analysing(table, setting_named(setting) if isinstance(setting, str) else setting, seed)
    if (before := kept(analysing.digest)) is not None:
        return before
    for done in analysing:
        if progress is not None and progress(done, analysing.total) is False:
            raise Cancelled("The analysis was cancelled.")
    keep(analysing.result)
    return analysing.result


class Cancelled(Exception):
    """The analysis was cancelled before its end."""

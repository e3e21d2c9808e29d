"""The skill chain: who meets whom, what the stronger one's share is, and how many steps are clear."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.lab.made_up import games
from tetracade.engine.game import BadOption
from tetracade.lab import chain
from tetracade.lab.arena import Contest
from tetracade.lab.chain import Link, length, links, share_of
from tetracade.lab.figures import mean
from tetracade.lab.local import Here
from tetracade.lab.rows import Rows


def test_a_bot_s_share_is_counted_wherever_it_sits() -> None:
    rows = games(
        {"bots": ["1", "2"], "payoffs": [0.0, 1.0]},
        {"bots": ["2", "1"], "payoffs": [1.0, 0.0]},
        {"bots": ["2", "1"], "payoffs": [0.5, 0.5]},
        {"bots": ["1", "2"], "payoffs": [1.0, 0.0]},
    )
    assert share_of(rows, "2").value == pytest.approx(2.5 / 4)
    assert share_of(rows, "1").value == pytest.approx(1.5 / 4)
    assert share_of(rows, "2").games == 4


def test_each_player_meets_the_next_and_progress_is_told_over_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    played: list[tuple[Contest, Path | None]] = []

    def collected(_: object, contest: Contest, *, folder: Path | None, told: Callable[[int, int], None]) -> Rows:
        """The stronger one wins one game more for each step of the chain."""
        played.append((contest, folder))
        told(contest.games, contest.games)
        weaker, stronger = contest.bots
        wins = len(played)
        return games(
            *(
                {"bots": [weaker, stronger], "payoffs": [0.0, 1.0] if number < wins else [1.0, 0.0]}
                for number in range(contest.games)
            )
        )

    monkeypatch.setattr(chain, "collect_on", collected)
    told: list[tuple[int, int]] = []
    found = links(Here(), "tetratrax", 8, 3, {"rows": 12}, tmp_path, lambda done, total: told.append((done, total)))
    assert [(each.weaker, each.stronger) for each in found] == [
        ("random", "1"), ("1", "2"), ("2", "3"), ("3", "4"), ("4", "5")
    ]  # fmt: skip
    assert [each.share.value for each in found] == [1 / 8, 2 / 8, 3 / 8, 4 / 8, 5 / 8]
    assert {(contest.seats, contest.seed, contest.options["rows"]) for contest, _ in played} == {(2, 3, 12)}
    assert len({folder for _, folder in played}) == len(found)
    assert told == [(8 * step, 40) for step in range(1, 6)]
    assert length(found) == 1


def test_a_step_counts_from_sixty_in_a_hundred_on() -> None:
    def step(share: float) -> Link:
        return Link("a", "b", mean([share, share]))

    assert length([step(0.59), step(0.6), step(0.9)]) == 2
    assert length([]) == 0


def test_without_a_table_of_two_there_is_no_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "games", SimpleNamespace(find=lambda _: SimpleNamespace(seats=(3, 4))))
    with pytest.raises(BadOption, match="no table of two"):
        links(Here(), "trio", 2, 0, {}, None, lambda done, total: None)

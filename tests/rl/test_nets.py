"""Nets: trained, kept, refused where they don't fit, and playing wherever bots do."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tetracade
from tests.rl.every import every_game, every_game_with_secrets
from tetracade.bots.levels import bot_named
from tetracade.bots.net import BadNet, Net, heading_of, load, net_bot
from tetracade.bots.own import maker_of
from tetracade.cli import main
from tetracade.engine.batch import Batch
from tetracade.engine.chance import generator
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.server.workers.bot_worker import Job, Slice, Thinker

HIDDEN = 8


def some_net(game: Game, seed: int = 1) -> Net:
    """A net of random numbers."""
    chance = np.random.default_rng(seed)
    sizes = {"features": game.features, "actions": game.actions, "hidden": HIDDEN}
    arrays = {
        name: chance.normal(size=tuple(sizes[axis] for axis in axes)).astype(np.float32)
        for name, axes in Net.SHAPES.items()
    }
    return Net(game, arrays)


def changed(path: Path, **fields: Any) -> None:
    """Write other facts into a net's heading."""
    with np.load(path) as kept:
        arrays = dict(kept)
    arrays["heading"] = np.array(json.dumps({**json.loads(str(arrays["heading"])), **fields}))
    np.savez(path, **arrays)


@every_game
def test_a_kept_net_plays_the_same(name: str, tmp_path: Path) -> None:
    game = tetracade.game(name)
    net = some_net(game)
    path = tmp_path / "net.npz"
    net.save(path)
    bot = bot_named(game, str(path))
    table = tetracade.new(name, seed=1)
    for _ in range(6):
        seat = table.acting[0]
        hidden = net.hidden(table.observe(seat))
        legal = table.legal_ids(seat)
        best = legal[int(net.logits(hidden, legal).argmax())]
        assert bot.choose_number(table, seat) == best == bot.choose(table, seat).id
        findings = bot.explain(table, seat)
        assert findings[0].action.id == best
        assert 0.0 <= findings[0].value <= 1.0
        table.step(seat, best)


@every_game_with_secrets
def test_a_net_goes_by_what_its_seat_knows(name: str) -> None:
    game = tetracade.game(name)
    bot = net_bot.__globals__["NetBot"](game, some_net(game))
    table = tetracade.new(name, seed=3)
    for step in range(8):
        seat = table.acting[0]
        other = table.copy()
        kernel_of(game).redeal(other.state, seat, generator(step))
        chosen = bot.choose_number(table, seat)
        assert bot.choose_number(other, seat) == chosen
        table.step(seat, chosen)


def test_a_net_for_something_else_is_refused(tmp_path: Path) -> None:
    game = tetracade.game("tetratrax")
    path = tmp_path / "net.npz"
    for wrong, said in (
        ({"game": "chess"}, "was trained for game 'chess'"),
        ({"version": 99}, "was trained for version 99"),
        ({"box": "other"}, "was trained for box 'other'"),
        ({"feature table": "older"}, "was trained for feature table 'older'"),
        ({"actions": 7}, "was trained for actions 7"),
    ):
        some_net(game).save(path)
        load(game, path)
        changed(path, **wrong)
        with pytest.raises(BadNet, match=said):
            load(game, path)


def test_what_is_no_net_is_refused(tmp_path: Path) -> None:
    game = tetracade.game("tetratrax")
    with pytest.raises(BadNet, match="there is no file"):
        load(game, tmp_path / "none.npz")
    (tmp_path / "text.npz").write_text("hello")
    np.savez(tmp_path / "pickled.npz", heading=np.array([{"a": 1}], object), allow_pickle=True)
    np.savez(tmp_path / "bare.npz", heading=np.array(json.dumps([1])))
    for name in ("text", "pickled", "bare"):
        with pytest.raises(BadNet, match="isn't a net"):
            load(game, tmp_path / f"{name}.npz")
    np.savez(tmp_path / "empty.npz", heading=np.array(json.dumps(heading_of(game))))
    with pytest.raises(BadNet, match="lacks"):
        load(game, tmp_path / "empty.npz")
    arrays = dict(some_net(game).arrays)
    with pytest.raises(BadNet, match="has the shape"):
        Net(game, {**arrays, "policy": arrays["policy"][:-1]})
    with pytest.raises(BadNet, match="aren't finite"):
        Net(game, {**arrays, "value": arrays["value"] * np.nan})


def test_on_a_server_nets_play_their_games_and_levels_the_others(tmp_path: Path) -> None:
    """``tetracade serve --bot A.npz``: the bot processes ask this maker."""
    path = tmp_path / "net.npz"
    some_net(tetracade.game("tetratrax")).save(path)
    make = maker_of(str(path))
    assert make is not None
    assert make(game=tetracade.game("tetratrax"), level=5, seed=1).name == "net"
    assert make(game=tetracade.game("tetrathedral"), level=5, seed=1).name == "master"
    with pytest.raises(BadNet):
        maker_of(str(tmp_path / "other.npz"))
    table = tetracade.new("tetratrax", seed=1)
    seat = table.acting[0]
    job = Job(
        game="tetratrax",
        seats=2,
        options=table.options,
        state=bytes(table.state.tobytes()),
        seat=seat,
        level=3,
        seed=1,
    )
    progress = Thinker(make).think(Slice(id=1, seconds=0.1, job=job))
    assert progress.done
    assert progress.action == bot_named(table.game, str(path)).choose_number(table, seat)


def test_training_keeps_a_net_a_log_and_what_it_needs_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from tetracade.rl.ppo import Settings
    from tetracade.rl.train import Trainer, log_of, state_of

    game = tetracade.game("tetratrax")
    out = tmp_path / "net.npz"
    small = Settings(games=16, steps=8, hidden=8, epochs=1, minibatches=2)
    trainer = Trainer(game, out, settings=small)
    before = trainer.net().arrays["policy"].copy()
    first = list(trainer.run(0.01))[-1]
    assert (trainer.net().arrays["policy"] != before).any()
    assert first.updates == trainer.updates > 0
    assert first.decisions == trainer.updates * 16 * 8
    assert load(game, out).arrays["first"].shape == (game.features, 8)
    assert state_of(out).exists()
    again = Trainer(game, out, settings=small)
    again.resume()
    assert (again.net().arrays["policy"] == trainer.net().arrays["policy"]).all()
    list(again.run(trainer.spent / 60 + 0.01))
    assert again.updates > trainer.updates
    lines = [json.loads(line) for line in log_of(out).read_text().splitlines()]
    assert [line["updates"] for line in lines] == sorted(line["updates"] for line in lines)
    with pytest.raises(BadNet, match="other settings"):
        Trainer(game, out, settings=small._replace(rate=1.0)).resume()
    with pytest.raises(SystemExit) as ended:
        main(["rl", "evaluate", str(out), "--against", "random", "--games", "4", "--jobs", "1", "--json"])
    assert ended.value.code == 0
    standing = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert {each["bot"] for each in standing} == {str(out), "random"}
    assert sum(each["games"] for each in standing) == 8


@pytest.mark.parametrize("against", ["self", "random"])
def test_rollouts_are_of_whoever_acts(against: str, tmp_path: Path) -> None:
    from tetracade.rl.ppo import Settings
    from tetracade.rl.train import Trainer

    trainer = Trainer(
        tetracade.game("tetratrax"), tmp_path / "n.npz", against=against, settings=Settings(games=6, steps=30, hidden=8)
    )
    sample = trainer._played()
    assert sample.features.shape == (180, tetracade.game("tetratrax").features)
    assert (sample.rows[sample.taken] == np.arange(180)).all()
    assert (sample.logarithm < 0).any()
    assert np.isfinite(sample.advantage).all()


@pytest.mark.parametrize("narrow", [0, 512])
def test_a_net_draws_and_learns_by_the_same_chances(narrow: int, tmp_path: Path, monkeypatch: Any) -> None:
    """What a rollout draws by, and what PPO learns from, with all actions or with pairs alone."""
    from tetracade.rl import ppo
    from tetracade.rl.train import Trainer, edges_of

    monkeypatch.setattr(ppo, "NARROW", narrow)
    trainer = Trainer(
        tetracade.game("tetratrax"), tmp_path / "n.npz", settings=ppo.Settings(games=6, steps=10, hidden=8)
    )
    trainer.parameters["policy"] = 30.0 * trainer.parameters["policy"]
    kept = trainer._played()
    part = trainer._part(kept, edges_of(kept), np.array([7, 3, 50, 12]))
    second, values = ppo.hidden_of(trainer.parameters, trainer.scale, part.features)
    logarithms = np.asarray(ppo.logarithms_of(trainer.parameters, second, part.rows, part.actions))
    assert logarithms[part.taken] == pytest.approx(part.logarithm, abs=1e-4)
    for row, number in enumerate([7, 3, 50, 12]):
        mine = part.rows == row
        assert np.exp(logarithms[mine]).sum() == pytest.approx(1.0, abs=1e-4)
        assert part.actions[mine].tolist() == kept.actions[kept.rows == number].tolist()
    net = trainer.net()
    assert np.asarray(second) == pytest.approx(net.hidden(part.features), abs=1e-4)
    assert np.asarray(values) == pytest.approx(net.values(net.hidden(part.features)), abs=1e-4)


def test_actions_are_drawn_as_often_as_their_logits_say() -> None:
    from tetracade.bots.layers import draw

    counts = np.full(4000, 3, np.int32)
    logits = np.tile(np.log(np.array([0.2, 0.7, 0.1], np.float32)), 4000)
    place, logarithm = np.zeros(4000, np.int64), np.zeros(4000, np.float32)
    draw(logits, counts, np.random.default_rng(1).random(4000, np.float32), place, logarithm)
    assert np.bincount(place) / 4000 == pytest.approx([0.2, 0.7, 0.1], abs=0.03)
    assert np.exp(logarithm) == pytest.approx(np.array([0.2, 0.7, 0.1])[place], abs=1e-3)


def test_opponents_get_stronger_as_the_net_wins(tmp_path: Path) -> None:
    from tetracade.rl.ppo import Settings
    from tetracade.rl.train import NOISE_STEP, Trainer

    trainer = Trainer(tetracade.game("tetratrax"), tmp_path / "n.npz", settings=Settings(games=8, steps=4, hidden=8))
    assert trainer.batch.noise == 1.0
    for paid, noise in ((1.0, 1 - NOISE_STEP), (0.61, 1 - 2 * NOISE_STEP), (0.5, 1 - NOISE_STEP)):
        trainer._lately = [paid]
        trainer._adjust_opponents()
        assert trainer.batch.noise == pytest.approx(noise)
    for _ in range(200):
        trainer._lately = [1.0]
        trainer._adjust_opponents()
    assert trainer.batch.noise == trainer.settings.noise
    trainer.save()
    again = Trainer(tetracade.game("tetratrax"), tmp_path / "n.npz", settings=trainer.settings)
    again.resume()
    assert again.batch.noise == trainer.settings.noise


def test_games_by_which_a_checkpoint_is_chosen_differ_where_nothing_is_left_to_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Greedy and a net that always plays its best would repeat two games, one for each who starts."""
    from tetracade.rl import train

    net = some_net(tetracade.game("tetratrax"))
    played: list[Any] = []

    class Watched(Batch):
        def step_unchecked(self, actions: Any) -> None:
            played.append(actions.copy())
            super().step_unchecked(actions)

    def different_games(opening: int) -> int:
        played.clear()
        monkeypatch.setattr(train, "OPENING", opening)
        train.share_against(net, "greedy", 12, 2, {"starter": "white"})
        return len(set(zip(*(actions.tolist() for actions in played), strict=True)))

    monkeypatch.setattr(train, "Batch", Watched)
    assert different_games(0) == 2
    assert different_games(train.OPENING or 3) > 6


def test_a_hidden_layer_has_whole_lanes(tmp_path: Path) -> None:
    from tetracade.rl.ppo import Settings
    from tetracade.rl.train import Trainer

    with pytest.raises(ValueError, match="a multiple of 8, not 12"):
        Trainer(tetracade.game("tetratrax"), tmp_path / "n.npz", settings=Settings(hidden=12))


def test_advantages_are_from_a_seats_own_next_decision() -> None:
    """Two seats in turn; seat 0 wins at the end of the third step: by hand, without discount or decay."""
    from tetracade.rl.ppo import Settings, advantages_of

    settings = Settings(discount=1.0, decay=1.0)
    seats = np.array([[0], [1], [0], [1]])
    rewards = np.array([[[0, 0]], [[0, 0]], [[1, 0]], [[0, 0]]], np.float32)
    ended = np.array([[0], [0], [1], [0]])
    values = np.array([[0.5], [0.4], [0.75], [0.3]], np.float32)
    last = np.array([[0.6, 0.2]], np.float32)
    advantages, outcomes = advantages_of(seats, rewards, ended, values, last, settings)
    assert outcomes[:, 0].tolist() == pytest.approx([1.0, 0.0, 1.0, 0.2])
    assert advantages[:, 0].tolist() == pytest.approx([0.5, -0.4, 0.25, -0.1])


def test_without_the_extra_training_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("jax", "tetracade.rl.train", "tetracade.rl.ppo"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(SystemExit) as ended:
        main(["rl", "train", "tetratrax", "--out", "net.npz"])
    assert ended.value.code == 2
    assert "pip install 'tetracade[train]'" in capsys.readouterr().err

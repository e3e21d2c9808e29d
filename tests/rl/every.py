"""The games of the package, as the adapters have them."""

import pytest

import tetracade

NAMES = [name for name in tetracade.game_names() if tetracade.game(name).features]
TOGETHER = [name for name in NAMES if tetracade.game(name).together]
HIDDEN = [name for name in NAMES if not tetracade.game(name).layout.nothing_hidden]

every_game = pytest.mark.parametrize("name", NAMES)
every_game_together = pytest.mark.parametrize("name", TOGETHER)
every_game_with_secrets = pytest.mark.parametrize("name", HIDDEN)

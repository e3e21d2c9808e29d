"""What we had to guess is collected from the rules' own marks."""

import operator
import re

import pytest

from tests.suites.every import GAMES
from tetracade.engine.game import Game
from tetracade.engine.rulings import HEADING, MARK, Ruling, rulings_in, with_rulings

NAME = operator.attrgetter("name")

RULES = """# Magpie

Lay stones. Rules marked **(R)** are our rulings.

- **M1** Two play. **(R)** The older begins. Turns alternate; **(R)** nobody passes.
- **M2 (R)** A row has ten stones. It may
  be longer.

```
**(R)** in a picture
```

- **M3** The last stone wins.

| stone | worth |
|---|---|
| **(R)** | 1 |

## What a player knows

Everything. **(R)** Stones in the bag are counted, 1 by 1. Nothing else is.
"""


def test_a_mark_makes_a_ruling_of_its_sentence_or_of_the_whole_rule() -> None:
    assert rulings_in(RULES) == [
        Ruling("M1", "The older begins. Turns alternate; **(R)** nobody passes."),
        Ruling("M2", "A row has ten stones. It may be longer."),
        Ruling("What a player knows", "Stones in the bag are counted, 1 by 1."),
    ]


def test_the_list_comes_last_and_only_where_something_was_ruled() -> None:
    text = with_rulings(RULES)
    assert text.startswith(RULES.rstrip())
    assert text.rstrip().endswith("- **What a player knows:** Stones in the bag are counted, 1 by 1.")
    plain = "# Magpie\n\n- **M3** The last stone wins.\n"
    assert with_rulings(plain) == plain


@pytest.mark.parametrize("game", [game for game in GAMES.values() if (game.folder / "rules.md").exists()], ids=NAME)
def test_every_rules_page_ends_with_its_rulings(game: Game) -> None:
    text = game.rules_text()
    rules, _, listed = text.partition(f"## {HEADING}")
    numbers = re.findall(r"^- \*\*([A-Z]+\d+)(?: \(R\)\*\*|\*\*.*\*\*\(R\)\*\*)", rules, re.M)
    if numbers or MARK in rules.partition("- **")[2]:
        assert re.findall(r"^- \*\*([A-Z]+\d+):\*\* ", listed, re.M) == numbers
        assert "\n## " not in listed, "nothing comes after it"
    else:
        assert not listed
    assert "{" not in rules


@pytest.mark.parametrize("game", [game for game in GAMES.values() if (game.folder / "rules.md").exists()], ids=NAME)
def test_what_only_programs_need_stands_apart(game: Game) -> None:
    rules = game.rules_text().partition("## For programs")[0]
    for word in ("redeal", "outcome", "is an action", "isn't an action", "(seat 0)", "mod 4", "56"):
        assert word not in rules.lower(), f"{game.name}: {word}"


def test_a_ruling_that_leads_to_a_picture_ends_as_a_sentence_in_the_list() -> None:
    text = with_rulings("# Magpie\n\n- **M1 (R)** Stones lie as in this picture:\n\n```\no o\n```\n")
    assert text.endswith("- **M1:** Stones lie as in this picture.\n")

"""Each game's pieces really move: where they are is looked at in the middle of each movement."""

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened, Site
from tests.browser.sitting import asked, created, opened_at

SAMPLE = """(() => {
  window.moved = [];
  const shares = [0, 0.25, 0.5, 0.75, 0.999];
  const middle = (each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x + width / 2, y + height / 2, width];
  };
  const look = (target, motion) => {
    const { duration, delay } = motion.effect.getComputedTiming();
    if (!(duration > 1)) return;
    motion.pause();
    const at = shares.map((share) => {
      motion.currentTime = delay + share * duration;
      return [...middle(target), Number(getComputedStyle(target).opacity)];
    });
    motion.currentTime = 0;
    motion.play();
    if (new Set(at.map(String)).size === 1) return;  // a wait, which moves nothing
    const kind = target.getAttribute('class') ?? '';
    const on = target.closest('[data-place], [data-at], .tower, .own')?.getAttribute('class') ?? '';
    window.moved.push({ kind, on, place: target.getAttribute('data-at') ?? '', lasts: duration, at });
  };
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const motion = animate.apply(this, given);
    look(this, motion);
    return motion;
  };
  document.addEventListener('transitionrun', ({ target, propertyName }) => {
    if (propertyName !== 'transform') return;
    for (const each of target.getAnimations()) if (each instanceof CSSTransition) look(target, each);
  });
})()"""
"""Notes where everything that moves is, at the beginning, in the middle and at the end of its way."""


class Moved(NamedTuple):
    """Something that moved: where its middle was (with its width and opacity) at five times."""

    kind: str
    on: str
    place: str
    lasts: float
    at: list[list[float]]


class Seen:
    """A person's page at a table that begins in a position, with motion on."""

    def __init__(self, site: Site, opened: Opened, game: str, position: str, seats: int = 2) -> None:
        self.site = site
        self.table = created(site, game, "here", *["bot"] * (seats - 1), position=position)
        self.page: Page = opened_at(opened, self.table, site, reduced_motion="no-preference")
        self.page.add_init_script(SAMPLE)
        self.page.reload()
        self.page.wait_for_selector(".doing.mine")

    def act(self, *touches: str) -> str:
        """Do what begins with these touches, over HTTP; returns its notation."""
        path = f"/api/tables/{self.table['table']}"
        now = asked(self.site, path, self.table["token"])
        wanted = next(each for each in now["offers"] if tuple(each["touches"][: len(touches)]) == touches)
        act = {"do": "act", "id": f"a{now['number']}", "number": now["number"], "action": wanted["action"]}
        assert asked(self.site, f"{path}/do", self.table["token"], act)["ok"]
        found: str = wanted["notation"]
        return found

    def moved(self, kind: str, count: int = 1) -> list[Moved]:
        """All that moved and is of this kind, once there are so many."""
        self.page.wait_for_function(
            "([kind, count]) => moved.filter((each) => each.kind.split(' ').includes(kind)).length >= count",
            arg=[kind, count],
        )
        found: list[dict[str, Any]] = self.page.evaluate("moved")
        return [Moved(**each) for each in found if kind in each["kind"].split()]

    def middle(self, what: str) -> tuple[float, float]:
        """Where the middle of this is."""
        box = self.page.locator(what).first.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def near(point: list[float], middle: tuple[float, float], within: float = 12) -> bool:
    """Whether the point is there."""
    return abs(point[0] - middle[0]) < within and abs(point[1] - middle[1]) < within


@pytest.mark.parametrize(
    ("game", "position", "touches"),
    [
        ("tetratrax", "rows=12 tower=AA.aa.../AA.aa... left=121223/121223 points=0,0 act=white", ("tile:T",)),
        ("retro_tetro", "boards=O1@A,I1@C played=OT,IT,3L", ("shape:L",)),
    ],
)
def test_a_tile_falls_faster_and_faster(
    site: Site, opened: Opened, game: str, position: str, touches: tuple[str, ...]
) -> None:
    seen = Seen(site, opened, game, position, 2 if game == "tetratrax" else 1)
    seen.act(*touches)
    seen.page.wait_for_function("() => moved.some((each) => each.lasts === 670)")
    at = next(each["at"] for each in seen.page.evaluate("moved") if each["lasts"] == 670)
    heights = [point[1] for point in at]
    assert {round(point[0]) for point in at} == {round(at[0][0])}, "straight down"
    assert heights[0] < heights[1] < heights[2]
    assert heights[2] - heights[1] > heights[1] - heights[0], "faster and faster"
    assert abs(heights[3] - heights[4]) < 12, "it lands before the end, and settles"


def test_a_coin_flies_from_its_cause_to_the_counter(site: Site, opened: Opened) -> None:
    seen = Seen(site, opened, "retro_tetro", "boards=- played=3I", 1)
    counter = seen.middle(".info .coins")
    path = f"/api/tables/{seen.table['table']}"
    offers = asked(site, path, seen.table["token"])["offers"]
    paid = next(each for each in offers if "coin" in each["text"])
    act = {"do": "act", "id": "a", "number": asked(site, path, seen.table["token"])["number"], "action": paid["action"]}
    asked(site, f"{path}/do", seen.table["token"], act)
    (coin, *_) = seen.moved("coin-flight")
    assert near(coin.at[-1], counter, 60)  # the counter may move a little when the shapes in hand are gone
    assert not near(coin.at[0], counter, 90)


def test_a_pawn_walks_its_line_and_what_it_captures_is_knocked_off(site: Site, opened: Opened) -> None:
    seen = Seen(site, opened, "tetrathedral", "red=C7,D7,D9,H5 blue=C5,A2,A3,B9 act=red roll=2")
    start, end = seen.middle("[data-place=C7]"), seen.middle("[data-place=C5]")
    assert "C5" in seen.act("C7", "C5")
    ways = seen.moved("pawn", 2)
    walker = next(each for each in ways if near(each.at[-1], end, 20) and each.at[-1][3] == 1)
    assert near(walker.at[0], start, 20)
    xs = [point[0] for point in walker.at]
    assert xs == sorted(xs, reverse=True)
    assert end[0] + 5 < walker.at[2][0] < start[0] - 5, "halfway it is on the way"
    gone = next(each for each in ways if each is not walker)
    assert near(gone.at[0], end, 20)
    assert gone.at[-1][3] < 0.1
    assert not near(gone.at[-1], end, 40)


TETRAD = "step=1 patterns=1 discard=25"


def test_a_card_flies_from_the_pile_to_the_hand_and_is_marked_new(site: Site, opened: Opened) -> None:
    seen = Seen(site, opened, "tetrad", "phase=taking hands=6,7,8,20/17,18,19,21 patterns=1 discard=25")
    pile = seen.middle("[data-place=pile]")
    seen.act("pile")
    (flight, *_) = seen.moved("flight")
    assert near(flight.at[0], pile, 30)
    expect(seen.page.locator(".handcard .new")).to_have_count(1)
    card = seen.middle(".handcard.fresh")
    assert near(flight.at[-1], card, 30)
    assert not near(flight.at[2], card, 3)
    assert not near(flight.at[2], pile, 3)


def test_panels_swap_and_corners_rotate_all_at_once(site: Site, opened: Opened) -> None:
    seen = Seen(site, opened, "tetrad", f"hands=1,2,3,4,panel-swap/17,18,19,21 {TETRAD}")
    left, right = seen.middle("[data-place='pocket:A1']"), seen.middle("[data-place='pocket:C1']")
    seen.act("hand:panel-swap", "board")
    stacks = seen.moved("stack", 16)
    assert {round(each.lasts) for each in stacks} == {700}
    first = next(each for each in stacks if near(each.at[0], left))
    assert near(first.at[-1], right)
    assert left[0] + 10 < first.at[1][0] < right[0] - 5
    turned = Seen(site, opened, "tetrad", f"hands=1,2,3,4,corner-rotation/17,18,19,21 {TETRAD}")
    corners = [turned.middle(f"[data-place='pocket:{name}']") for name in ("A1", "D1", "D4", "A4")]
    turned.act("hand:corner-rotation", "board")
    four = turned.moved("stack", 4)
    assert len(four) == 4
    for each in four:
        start = next(at for at, corner in enumerate(corners) if near(each.at[0], corner))
        assert near(each.at[-1], corners[(start + 1) % 4]) or near(each.at[-1], corners[start - 1])


def test_the_bomb_clears_the_board_and_new_cards_are_laid_one_by_one(site: Site, opened: Opened) -> None:
    seen = Seen(site, opened, "tetrad", f"hands=1,2,3,4,the-bomb/17,18,19,21 {TETRAD}")
    seen.act("hand:the-bomb", "board")
    (bomb, *_) = seen.moved("bomb")
    assert bomb.lasts > 1000
    flights = [each for each in seen.moved("flight", 17) if each.lasts < 300]
    assert len({(round(each.at[-1][0]), round(each.at[-1][1])) for each in flights}) == 16, "each to its own pocket"


def test_a_chip_lands_the_row_is_drawn_and_the_four_turn_over(site: Site, opened: Opened) -> None:
    seen = Seen(site, opened, "foursome", "amber=A1,B2,C3 hands=RQ,RT,BD,BP,BH,RS/RA,RB,RC,RD,RE blue=H4,I4")
    space = seen.middle("[data-place='space:D4']")
    seen.act("card:RQ", "space:D4")
    flights = seen.moved("flight", 2)
    chip = next(each for each in flights if near(each.at[-1], space))
    assert not near(chip.at[0], space, 60)
    expect(seen.page.locator(".made")).to_have_count(1)
    turns = seen.moved("turning", 4)
    for each in turns:
        widths = [point[2] for point in each.at]
        assert min(widths[1:-1]) < 0.5 * widths[-1], "it is seen edgewise"

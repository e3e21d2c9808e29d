"""Each game's pieces really move: where they are is looked at in the middle of each movement."""

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened, Site
from tests.browser.sitting import asked, created, opened_at, watching

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


WITH_MOTION = {"reduced_motion": "no-preference"}


class Moved(NamedTuple):
    """Something that moved: where its middle was (with its width and opacity) at five times."""

    kind: str
    on: str
    place: str
    lasts: float
    at: list[list[float]]


class Seen:
    """A person's page at a table that begins in a position, with motion on."""

    def __init__(self, site: Site, opened: Opened, game: str, position: str, seats: int = 2, **settings: Any) -> None:
        self.site = site
        self.table = created(site, game, "here", *["bot"] * (seats - 1), position=position, **settings)
        self.page: Page = opened_at(opened, self.table, site, **WITH_MOTION)
        self.page.add_init_script(SAMPLE)
        self.page.reload()
        self.page.wait_for_selector(".doing.mine")

    @classmethod
    def by_guest(cls, site: Site, opened: Opened, game: str, position: str, **settings: Any) -> "Seen":
        """The same for the guest on the second seat; it is the first seat's turn, which ``act`` plays."""
        seen = cls.__new__(cls)
        seen.site = site
        seen.table = created(site, game, "here", "open", position=position, **settings)
        guest = asked(site, f"/api/tables/{seen.table['table']}/sit", seen.table["invite"], {"name": "Guest"})
        seen.page = opened(f"{site.url}/t/{seen.table['table']}#seat={guest['token']}", **WITH_MOTION)
        seen.page.add_init_script(SAMPLE)
        seen.page.reload()
        seen.page.locator(".board svg").first.wait_for()
        return seen

    def stop_time(self) -> None:
        """Let nothing that waits for time go on by itself."""
        self.page.clock.install()
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 2)

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


ROLLED = "red=C7,D7,D9,H5 blue=C5,A2,A3,B9"


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
    seen.page.locator(".pawn.movable").first.wait_for()
    left = asked(site, f"/api/tables/{seen.table['table']}", seen.table["token"])["view"]["in_play"]
    for side in (0, 1):
        expect(seen.page.locator(f".hex .pawn.seat{side}")).to_have_count(left[side])  # nobody stays who has gone


def test_the_die_waits_for_a_touch_of_whoever_s_turn_it_is_and_nobody_else_waits(site: Site, opened: Opened) -> None:
    table = created(site, "tetrathedral", "here", "here", position=f"{ROLLED} act=red roll=2")
    page, watcher = opened_at(opened, table, site, **WITH_MOTION), watching(opened, table, site)
    page.wait_for_selector(".doing.mine")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 2)
    for place in ("H5", "H7"):
        page.locator(f"[data-place={place}]").click()
    expect(watcher.locator(".said")).to_contain_text("Person 2 rolled")
    roll = asked(site, f"/api/tables/{table['table']}", table["token"])["view"]["roll"]
    assert roll, "it is drawn and noted before"
    expect(watcher.locator(".said")).to_have_text(f"Person 2 rolled {roll}")
    page.clock.run_for(400)  # the pawn's walk
    expect(page.locator(".doing .prompt")).to_have_text("Person 2’s roll")
    expect(page.locator(".die text")).to_have_text("·")
    page.locator(".die").click()
    expect(page.locator(".die text")).to_have_text(str(roll))
    expect(page.get_by_role("button", name="Roll", exact=True)).to_have_count(0)
    page.clock.run_for(700)
    page.wait_for_selector(".doing.mine")
    page.locator(".pawn.movable").first.wait_for()


def test_a_die_that_nobody_touches_rolls_after_a_second_and_never_waits_on_a_clock(site: Site, opened: Opened) -> None:
    for clock, waits in (None, True), ({"turn": 60}, False):
        table = created(site, "tetrathedral", "here", "here", position=f"{ROLLED} act=red roll=2", clock=clock)
        page = opened_at(opened, table, site, **WITH_MOTION)
        page.wait_for_selector(".doing.mine")
        page.clock.install()
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 2)
        for place in ("H5", "H7"):
            page.locator(f"[data-place={place}]").click()
        expect(page.locator(".doing .prompt")).to_contain_text("moves H5-H7")
        page.clock.run_for(400)
        expect(page.get_by_role("button", name="Roll", exact=True)).to_have_count(1 if waits else 0)
        page.clock.run_for(1000)
        expect(page.locator(".said")).to_contain_text("Person 2 rolled")


HIT = "/6,7,19,21 step=1 patterns=1 discard=25"
"""Of these cards 6 and 7 lie on B2 and C2."""


@pytest.mark.parametrize(
    ("card", "place", "told"),
    [
        ("skip", "seat:1", "Person 1 uses SKIP: Guest misses a turn"),
        ("blocker", "pocket:B2", "Person 1 uses BLOCKER on B2, over RAM IN THE THICKET"),
    ],
)
def test_what_hits_one_is_shown_and_waits_until_one_has_seen_it(
    site: Site, opened: Opened, card: str, place: str, told: str
) -> None:
    seen = Seen.by_guest(site, opened, "tetrad", f"hands=1,2,3,4,{card}{HIT}")
    seen.stop_time()
    seen.act(f"hand:{card}", place)
    expect(seen.page.locator(".hit p")).to_have_text(told)
    (flight,) = seen.moved("flight")
    assert "back" not in flight.kind.split(), "the card is seen, not its back"
    seen.page.clock.run_for(600)
    expect(seen.page.locator(".hit p")).to_have_text(told)
    assert seen.page.locator(".doing.mine").count() == 0, "one's own turn waits, too"
    if card == "skip":
        expect(seen.page.locator(".handcard .down")).to_have_count(4)
    seen.page.get_by_role("button", name="OK").click()
    seen.page.wait_for_selector(".doing.mine")
    expect(seen.page.locator(".hit, .handcard .down")).to_have_count(0)


def test_what_hits_one_waits_four_seconds_at_most_and_not_at_all_on_a_clock(site: Site, opened: Opened) -> None:
    for clock, waits in (None, 4000), ({"turn": 60}, 0):
        seen = Seen.by_guest(site, opened, "tetrad", f"hands=1,2,3,4,skip{HIT}", clock=clock)
        seen.stop_time()
        seen.act("hand:skip", "seat:1")
        expect(seen.page.locator(".hit p")).to_contain_text("misses a turn")
        if waits:
            seen.page.clock.run_for(500 + waits - 50)
            assert seen.page.locator(".doing.mine").count() == 0
        seen.page.clock.run_for(550)
        seen.page.wait_for_selector(".doing.mine")


def test_a_pause_ends_when_one_s_own_clock_begins_to_run(site: Site, opened: Opened) -> None:
    hands = "hands=1,2,3,4,blocker/17,18,19,20/6,7,21,22"
    table = created(
        site, "tetrad", "here", "open", "open", position=f"{hands} step=1 patterns=1 discard=25", clock={"turn": 60}
    )
    path = f"/api/tables/{table['table']}"
    keys = [table["token"]]
    for seat in (1, 2):
        sat = asked(site, f"{path}/sit", table["invite"], {"name": f"Guest {seat}", "seat": seat})
        keys.append(sat["token"])
    page = opened(f"{site.url}/t/{table['table']}#seat={keys[2]}", **WITH_MOTION)
    page.locator(".board svg").first.wait_for()
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 2)

    def act(seat: int, *touches: str) -> None:
        now = asked(site, path, keys[seat])
        wanted = next(each for each in now["offers"] if tuple(each["touches"][: len(touches)]) == touches)
        command = {"do": "act", "id": f"a{now['number']}", "number": now["number"], "action": wanted["action"]}
        assert asked(site, f"{path}/do", keys[seat], command)["ok"]

    act(0, "hand:blocker", "pocket:B2")
    expect(page.locator(".hit p")).to_contain_text("uses BLOCKER on B2")
    page.clock.run_for(800)
    page.get_by_role("button", name="OK").wait_for()  # it waits while others think
    act(1, "pile")
    act(1, "hand:17", "discard")
    expect(page.locator("[role=log].unseen")).to_contain_text("Guest 1 discards")
    page.clock.run_for(1800)
    page.wait_for_selector(".doing.mine")


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
    flights = [each for each in seen.moved("flight", 33) if each.lasts < 300]
    assert len({(round(each.at[-1][0]), round(each.at[-1][1])) for each in flights}) == 16, "each to its own pocket"
    old = [each for each in seen.moved("flight") if each.at[-1][3] == 0]
    assert len(old) == 16, "what lay there"
    assert all(each.at[1][3] == 1 and each.at[3][3] == 0 for each in old), "it is there until the flash"


def test_a_claim_is_laid_card_by_card_and_then_outlined(site: Site, opened: Opened) -> None:
    seen = Seen.by_guest(site, opened, "tetrad", f"hands=1,2,3,4,30{HIT}")
    seen.stop_time()
    seen.act("claim")
    seen.page.locator(".won").first.wait_for(state="attached")
    laid = [each.at for each in seen.moved("flight", 4)]
    assert len({round(at[-1][0]) for at in laid}) == 4
    waits = "each => each.getAnimations().map((one) => one.effect.getComputedTiming().delay)"
    assert seen.page.locator(".won").first.evaluate(waits) == [900]
    assert min(seen.page.locator(".token").evaluate(waits)) == 900
    seen.page.reload()
    assert seen.page.locator(".won").first.evaluate(waits)[:1] in ([], [0]), "whoever comes late sees it at once"


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

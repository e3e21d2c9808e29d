"""Plays a game on the page as a person would: by touching what is lit."""

from playwright.sync_api import Page, expect

MOST_TOUCHES = 6000

READY = ".doing.mine, [data-testid=result], .curtain"

TOUCHABLE = """() => {
  const wanted = '.claims button, .chooser .button.main, .board .place.lit, .buttons button';
  return [...document.querySelectorAll(wanted)].filter((each) => !each.disabled && each.getClientRects().length);
}"""

PLAY = f"""async (most) => {{
  const until = Date.now() + 120000;
  for (let count = 0; count < most && Date.now() < until; ) {{
    if (document.querySelector('[data-testid=result], .curtain')) return;
    const lit = ({TOUCHABLE})();
    if (lit.length) {{
      const wins = lit.find((each) => each.closest('.claims'));
      (wins ?? lit[(count * 7919 + 13) % lit.length]).dispatchEvent(new MouseEvent('click', {{ bubbles: true }}));
      count++;
    }}
    await new Promise((go) => setTimeout(go, lit.length ? 0 : 5));
  }}
}}"""
"""Touches what is lit, a win before all else, until the game is over or the screen must be passed on."""

WHERE = f"""() => {{
  const first = ({TOUCHABLE})()[0];
  if (!first) return null;
  first.scrollIntoView({{ block: 'center' }});
  const box = first.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}}"""


def touch_by_mouse(page: Page, touches: int) -> None:
    """Make some touches with the real mouse, on the first thing that is lit each time."""
    for _ in range(touches):
        page.wait_for_selector(READY)
        if page.query_selector("[data-testid=result]"):
            return
        where = page.evaluate(WHERE)
        if where is not None:
            page.mouse.click(*where)


def drop(page: Page, wait: bool = True) -> None:
    """In TetraTrax, take a tile and let it fall, with the real mouse."""
    page.wait_for_selector(".doing.mine")
    pieces = page.locator(".tower .piece").count()
    page.locator(".own .tile.lit").first.click()
    page.locator(".column.lit").first.click()
    if wait:
        expect(page.locator(".tower .piece").nth(pieces)).to_be_visible()  # a bot may have answered already


def play_on(page: Page, touches: int = MOST_TOUCHES) -> None:
    """Go on touching what is lit until the end screen is there, or the screen is to be handed over."""
    page.evaluate(PLAY, touches)


def expect_end(page: Page) -> None:
    """The end screen is there."""
    expect(page.get_by_test_id("result")).to_be_visible()

"""Plays a game on the page as a person would: by touching what is lit."""

from playwright.sync_api import Page, expect

MOST_TOUCHES = 6000

READY = ".doing.mine, [data-testid=result], .curtain"

TOUCHABLE = """() => {
  const lit = [...document.querySelectorAll('.claims button, .chooser .button.main, .board .place.lit, .buttons button')];
  return lit.filter((each) => !each.disabled && each.getClientRects().length);
}"""

TOUCH_ONE = f"""(choice) => {{
  if (document.querySelector('[data-testid=result]')) return 'over';
  const lit = ({TOUCHABLE})();
  if (!lit.length) return 'wait';
  const wins = lit.find((each) => each.closest('.claims'));
  (wins ?? lit[choice % lit.length]).dispatchEvent(new MouseEvent('click', {{ bubbles: true }}));
  return 'touched';
}}"""


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


def play_on(page: Page, take_screen: bool = False) -> None:
    """Play until the end screen is there, touching what is lit; with several seats here, pass the screen on."""
    for count in range(MOST_TOUCHES):
        done = page.evaluate(TOUCH_ONE, count * 7919 + 13)
        if done == "over":
            break
        if done == "wait":
            page.wait_for_selector(f"{READY}, .curtain button:enabled")
            if take_screen and page.query_selector(".curtain button:enabled"):
                page.click(".curtain button")
    expect(page.get_by_test_id("result")).to_be_visible()

"""How closely a game is looked at: counts, never seconds, so that the same seed gives the same numbers anywhere."""

from dataclasses import asdict, dataclass

from tetracade.engine.game import BadOption


@dataclass(frozen=True)
class Setting:
    """How many deals, samples and actions an analysis looks at."""

    name: str
    redeals: int
    """Deals of what a seat could not know, at each of its decisions."""
    screened: int
    """Deals on which every action is glanced at, to find those worth a closer look; 0 compares no actions."""
    compared: int
    """Actions that are looked at closely, beside the one that was chosen."""
    known: int
    """Deals for a seat's chances as it knew them; 0 leaves them out."""
    samples: int
    """Deals that stand for a long run of outcomes, such as dealing the hands."""
    playouts: int
    """Times the reference player plays on where outcomes come before the next judgement."""
    to_end: int
    """The same where it has to play to the end of the game, because no judgement comes before."""
    exact: int
    """The longest list of outcomes that is weighed exactly."""
    simulations: int = 0
    """Simulations of the tree that judges where nothing is hidden or left to chance; 0 looks one action ahead."""
    proof: int = 0
    """How many states may be looked at there for a proof of who wins."""

    def counts(self) -> dict[str, int]:
        """The numbers alone."""
        return {name: value for name, value in asdict(self).items() if name != "name"}


CHEAPEST = Setting("cheapest", redeals=1, screened=0, compared=0, known=0, samples=8, playouts=1, to_end=1, exact=64)
USUAL = Setting(
    "usual",
    redeals=24,
    screened=4,
    compared=6,
    known=12,
    samples=96,
    playouts=6,
    to_end=48,
    exact=128,
    simulations=600,
    proof=5_000,
)
DEEP = Setting(
    name="deep",
    redeals=96,
    screened=16,
    compared=12,
    known=32,
    samples=400,
    playouts=16,
    to_end=200,
    exact=512,
    simulations=5_000,
    proof=50_000,
)
SETTINGS = {setting.name: setting for setting in (CHEAPEST, USUAL, DEEP)}


def setting_named(name: str) -> Setting:
    """The setting of this name; BadOption lists them."""
    if name not in SETTINGS:
        raise BadOption(f"there is no setting {name!r}; choose one of {', '.join(SETTINGS)}")
    return SETTINGS[name]

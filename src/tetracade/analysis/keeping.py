"""Analyses kept on disk by digest, so that the same game isn't taken apart twice.

They lie in the folder that ``TETRACADE_ANALYSES`` names, by default beside the compiled code; set it to nothing, and
none are kept. What nobody has asked for in a month goes, and what is oldest where all together take too much room.
"""

import hashlib
import logging
import os
import tempfile
import time
from pathlib import Path

import msgspec

from tetracade.analysis.judging import valued
from tetracade.analysis.results import Analysis
from tetracade.analysis.scale import file_of
from tetracade.analysis.settings import Setting
from tetracade.bots.exact import solve
from tetracade.bots.heats import usual_line
from tetracade.bots.search import simulate
from tetracade.engine.cache import cache_home, sources_of
from tetracade.engine.game import Game
from tetracade.table.narration import told

VARIABLE = "TETRACADE_ANALYSES"
MOST_BYTES = 64 * 1024 * 1024
LASTING = 30 * 24 * 3600.0
HALF_WRITTEN = 3600.0
"""A file that was begun this long ago was left by a process that died."""

logger = logging.getLogger("tetracade.analyses")


def folder() -> Path | None:
    """Where analyses are kept; None if nowhere."""
    named = os.environ.get(VARIABLE)
    if named is None:
        return cache_home().with_name("analyses")
    return Path(named) if named else None


def digest_of(game: Game, record: str, setting: Setting, seed: int) -> str:
    """The name under which an analysis is kept: of all that it follows from, our own code and the box included."""
    digest = hashlib.sha256(
        "\0".join([record, setting.name, repr(sorted(setting.counts().items())), str(seed)]).encode()
    )
    digest.update(sources_of([valued, simulate, solve, usual_line, told, *game.functions.values()]).digest.encode())
    for file in (*sorted(Path(__file__).parent.glob("*.py")), file_of(game)):
        digest.update(b"\0" + (file.read_bytes() if file.exists() else b""))
    return digest.hexdigest()


def kept(digest: str) -> Analysis | None:
    """The analysis of this digest, if there is one."""
    home = folder()
    if home is None:
        return None
    file = home / f"{digest}.json"
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Analysis)
        os.utime(file)
    except OSError:  # not there, or cleared away by another process
        return None
    except msgspec.MsgspecError:
        logger.warning("a kept analysis can't be read, so it is made again", extra={"file": str(file)})
        return None
    return found if found.digest == digest else None


def keep(analysis: Analysis) -> None:
    """Keep the analysis, completely or not at all, and clear away what is old or too much."""
    home = folder()
    if home is None:
        return
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=home, suffix=".part", delete=False) as part:
            part.write(msgspec.json.encode(analysis))
        os.replace(part.name, home / f"{analysis.digest}.json")
    except OSError as error:
        logger.warning("an analysis can't be kept in %s (%s)", home, error.strerror or error)
        return
    clear(home)


def clear(home: Path) -> None:
    """Remove what nobody has asked for in a month, and the oldest until the rest is small enough."""
    now, room = time.time(), MOST_BYTES
    found = [(stat.st_mtime, stat.st_size, file) for file in home.iterdir() if (stat := _stat(file))]
    for used, size, file in sorted(found, reverse=True):
        whole = file.suffix == ".json"
        room -= size
        if now - used > (LASTING if whole else HALF_WRITTEN) or (whole and room < 0):
            file.unlink(missing_ok=True)


def _stat(file: Path) -> os.stat_result | None:
    try:
        return file.stat()
    except FileNotFoundError:  # another process has just cleared it away
        return None

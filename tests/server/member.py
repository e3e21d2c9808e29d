"""One of several servers on a database: ``python -m tests.server.member URL PORT [FAULT]``. A fault is on purpose."""

import sys
from dataclasses import replace
from pathlib import Path

from tests.server.host import settings
from tetracade.server.serve import serve
from tetracade.server.storage import postgres_group
from tetracade.server.storage.postgres import PostgresStore

FENCE = "t.epoch = w.epoch AND t.next = w.next"


def forget_epochs() -> None:
    """Write about tables whoever owns them."""
    for name in ("LINES_ONLY", "EVERYTHING"):
        sql = getattr(postgres_group, name)
        assert sql.count(FENCE) == 2
        setattr(postgres_group, name, sql.replace(FENCE, "true"))


def acknowledge_early() -> None:
    """Say that something is stored before it is."""
    usual = PostgresStore.submit

    def early(store, intents, done, lane=None):  # type: ignore[no-untyped-def]
        usual(store, intents, lambda error: None, lane)
        store._loop.call_soon(done, None)

    PostgresStore.submit = early  # type: ignore[method-assign]


FAULTS = {"": lambda: None, "epochs": forget_epochs, "early": acknowledge_early}

if __name__ == "__main__":
    FAULTS[sys.argv[3] if len(sys.argv) > 3 else ""]()
    serve(replace(settings(Path("unused"), int(sys.argv[2])), store=sys.argv[1]))

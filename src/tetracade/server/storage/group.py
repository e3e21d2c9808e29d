"""Writes one group to the SQLite file, in the flusher's thread: one transaction, in which each write can fail alone."""

import logging
import sqlite3
from collections.abc import Callable
from functools import partial
from itertools import chain

from tetracade.server.storage.intents import Intent
from tetracade.server.storage.statements import execute, is_one_statement
from tetracade.server.storage.storage import Lane

logger = logging.getLogger("tetracade.store")

Part = tuple[int, list[Intent], Lane | None]
"""A write by its position in the group: what is to be stored, and the lane that fails with it."""


def write_group(connection: sqlite3.Connection, parts: list[Part]) -> dict[int, Exception]:
    """Write these and flush them to disk; return the errors of those that failed, by position.

    A failed flush is never retried: the disk may already have lost the data.
    """
    try:
        failed = _written(connection, parts)
        if connection.in_transaction:
            connection.execute("COMMIT")
    except Exception as error:
        _roll_back(connection)
        cause = error
        return _failures(parts, lambda intents: cause if intents else None)
    return failed


def _written(connection: sqlite3.Connection, parts: list[Part]) -> dict[int, Exception]:
    """Write these in a new transaction, or by a statement that is one; return the errors of those that failed."""
    wanted = list(chain.from_iterable(intents for _, intents, _ in parts))
    alone = is_one_statement(wanted)
    if alone:
        _roll_back(connection)
    else:
        _begin(connection)
    try:
        execute(connection, wanted, "ROLLBACK")
    except Exception as error:  # even a value that SQLite can't store: the other writes must still succeed
        if alone and isinstance(error, sqlite3.OperationalError):  # it may have been the flush that failed
            raise
        _begin(connection)
        return _failures(parts, partial(_error_of_writing, connection))
    return {}


def _begin(connection: sqlite3.Connection) -> None:
    """Begin a transaction anew, waiting for other programs if necessary."""
    _roll_back(connection)
    connection.execute("BEGIN IMMEDIATE")


def _roll_back(connection: sqlite3.Connection) -> None:
    """Roll back the failed transaction, if there is one."""
    try:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    except sqlite3.Error:
        logger.exception("couldn't roll back a transaction; will try again before the next one")


def _failures(parts: list[Part], write: Callable[[list[Intent]], Exception | None]) -> dict[int, Exception]:
    """Write these one by one; when one fails, everything after it in its lane fails too."""
    failed: dict[int, Exception] = {}
    closed: dict[Lane | None, Exception] = {}
    for place, intents, lane in parts:
        error = closed.get(lane) or write(intents)
        if error is not None:
            failed[place] = error
            if lane is not None:
                closed[lane] = error
    return failed


def _error_of_writing(connection: sqlite3.Connection, intents: list[Intent]) -> Exception | None:
    """Write these within the transaction, all or nothing; return the error, or None."""
    connection.execute("SAVEPOINT apart")
    found: Exception | None = None
    try:
        execute(connection, intents)
    except Exception as error:
        if not connection.in_transaction:  # some errors, such as a full disk, roll back the whole transaction
            raise
        connection.execute("ROLLBACK TO apart")
        found = error
    connection.execute("RELEASE apart")
    return found

"""Requests made from the server's own OpenAPI document: ``python -m tests.server.api --examples 2000``.

Half of the requests name a table that is there, with a key that holds a seat. No answer may be a 5xx, and each must be
as the document says: status, content type, body.
"""

import argparse
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.running import Running, running, somewhere

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
HERE = {"kind": "here", "name": "A"}


def tried(server: Running, examples: int, number: int = 1) -> dict[str, int]:
    """Send so many requests to each operation, right ones and wrong ones; returns how many of each status came."""
    schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/schema/openapi.json")
    table = server.create([HERE, {"kind": "bot", "level": 1}])
    statuses: dict[str, int] = {}
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]  # an operation that cannot be read has none, and fails
        modes = st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode))

        @seed(number)
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=modes, known=st.booleans())
        def ask(case: Any, known: bool) -> None:
            if known and "table" in (case.path_parameters or {}):
                case.path_parameters["table"] = table["table"]
                case.headers["Authorization"] = f"Bearer {table['token']}"
            if known and case.operation.label == "POST /api/tables" and isinstance(case.body, dict):
                switches = {name: value for name, value in case.body.items() if isinstance(value, bool)}
                case.body = {"game": "magpie", "seats": [HERE, {}], "options": {}, **switches}
            if case.operation.path.endswith("/wait"):  # waiting is not what is tried here
                seconds = case.query.get("seconds", 0)
                case.query["seconds"] = min(seconds, 0.001) if isinstance(seconds, int | float) else seconds
            answer = case.call()
            case.validate_response(answer, checks=CHECKS)
            statuses[str(answer.status_code)] = statuses.get(str(answer.status_code), 0) + 1

        ask()
    assert server.rooms.metrics.counts["errors"] == 0
    return statuses


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=1000, help="requests to each operation")
    parser.add_argument("--seed", type=int, default=1)
    given_ = parser.parse_args()
    with somewhere() as data, running(data) as here:
        print(tried(here, given_.examples, given_.seed))

"""HTTP as the OpenAPI document says it: requests made from the document, right and wrong ones."""

from tests.server.api import tried
from tests.server.running import running, somewhere


def test_every_answer_is_as_the_document_says_and_none_is_a_5xx() -> None:
    with somewhere() as data, running(data) as server:
        statuses = tried(server, 40)
    assert {"200", "201", "400", "404", "422"} <= statuses.keys(), statuses

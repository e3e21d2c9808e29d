"""The address under which others reach the server."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.running import Running
from tetracade.server.net.origin import is_loopback, network_address
from tetracade.server.settings import Settings

HERE = Settings(data=Path("unused"), port=8044)


def test_a_server_for_this_machine_alone_has_no_address_for_others(server: Running) -> None:
    assert server.http.get("/api/reach").json() == {"network": ""}
    assert network_address(HERE) == network_address(replace(HERE, host="::1")) == ""


def test_a_server_for_all_names_an_address_that_is_not_this_machine_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetracade.server.net.origin._outward", lambda: "192.0.2.7")
    assert network_address(replace(HERE, host="0.0.0.0")) == "http://192.0.2.7:8044"
    monkeypatch.setattr("tetracade.server.net.origin._outward", lambda: "")
    assert network_address(replace(HERE, host="0.0.0.0")) == "", "without a network there is nobody to invite"


def test_an_address_that_was_chosen_is_the_one() -> None:
    assert network_address(replace(HERE, host="192.0.2.9", port=80)) == "http://192.0.2.9:80"
    assert network_address(replace(HERE, host="2001:db8::9")) == "http://[2001:db8::9]:8044"


def test_whatever_the_machine_finds_is_an_address_of_a_network() -> None:
    found = network_address(replace(HERE, host="0.0.0.0"))
    assert found == "" or not is_loopback(re.sub(r"^http://|:\d+$", "", found))

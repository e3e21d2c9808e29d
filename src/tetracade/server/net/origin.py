"""Where a request comes from, and whom it asks for.

Pages of other origins are turned away; programs send no origin. So is whoever asks for a name that is not ours: a
page of evil.example whose name was made to lead here (DNS rebinding) has our address, but asks for evil.example.
"""

import socket
from collections.abc import Mapping, Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

from tetracade.server.settings import Settings


@lru_cache(8)
def own_names(settings: Settings) -> frozenset[str]:
    """The names that the server answers to; addresses need no name, and localhost is everybody's own."""
    machine = socket.gethostname()
    named = [settings.host, *settings.hosts, machine, f"{machine}.local"]
    return frozenset(_plain(name) for name in named) | {_host_of(origin) for origin in settings.origins}


def host_allowed(host: str, names: frozenset[str]) -> bool:
    """Whether the request's ``Host`` is one of ours: a name, localhost, or any address, which nobody can rebind.

    Without one it comes from no browser.
    """
    if not host:
        return True
    asked = _host_of(f"//{host}")
    return asked in names or asked == "localhost" or asked.endswith(".localhost") or _is_address(asked)


def wrong_host(host: str) -> str:
    """What to tell those who ask for a name that is not ours."""
    name = _host_of(f"//{host}")[:100]
    if not name:
        return "The request's Host cannot be read."
    return f"This server does not know the name {name!r}. If it is yours, start the server with --host-name {name}."


def _host_of(url: str) -> str:
    """The name or address in a URL, without its port; empty where there is none."""
    try:
        return _plain(urlsplit(url).hostname or "")
    except ValueError:
        return ""


def _plain(name: str) -> str:
    return name.lower().removesuffix(".")


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def origin_allowed(headers: Mapping[str, str], allowed: Sequence[str]) -> bool:
    """Whether the request's origin is the server's own, one allowed, or none at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    if origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    except ValueError:
        return False


def address_of(scope: Any, proxied: bool) -> str:
    """The client's address, as all limits count it.

    Behind a proxy it is what the proxy added, and that is the last: all before it may be made up.
    """
    if proxied:
        told = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        added = str(told[-1].decode("latin-1").split(",")[-1].strip()) if told else ""
        if added:
            return _counted(added)
    client = scope.get("client")
    return _counted(str(client[0])) if client else "unknown"


def _counted(address: str) -> str:
    """An IPv6 address as its network of 64 bits, all of which one client may have; else the address."""
    if ":" not in address:
        return address
    try:
        found = IPv6Address(address)
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"

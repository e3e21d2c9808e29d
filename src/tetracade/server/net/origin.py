"""Where a request comes from, and which host it asks for.

Pages from other origins are turned away; programs send no origin. So are requests for a name that isn't ours: with DNS
rebinding, a page of evil.example can be made to reach our address, but it still asks for evil.example.
"""

import socket
from collections.abc import Mapping, Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

from tetracade.server.settings import Settings

NOT_IN_HOSTS = frozenset("/?#@")
"""Where a URL's host ends, or begins: what follows isn't looked at here, but would be elsewhere."""


@lru_cache(8)
def own_names(settings: Settings) -> frozenset[str]:
    """The names that the server answers to, apart from addresses and localhost."""
    machine = socket.gethostname()
    named = [settings.host, *settings.hosts, machine, f"{machine}.local"]
    return frozenset(_plain(name) for name in named) | {_host_of(origin) for origin in settings.origins}


def host_allowed(host: str, names: frozenset[str]) -> bool:
    """Whether the request's ``Host`` is one of our names, localhost, or any address (addresses can't be rebound).

    A request without one doesn't come from a browser.
    """
    if not host:
        return True
    asked = _asked_for(host)
    return asked in names or asked == "localhost" or asked.endswith(".localhost") or _is_address(asked)


def wrong_host(host: str) -> str:
    """The answer to a request for a name that isn't ours."""
    name = _asked_for(host)[:100]
    if not name:
        return "The request's Host header can't be read."
    return f"This server doesn't answer to {name!r}. If that is its name, start it with --host-name {name}."


def _asked_for(host: str) -> str:
    """The host in a ``Host`` header, without its port; empty if it can't be read, as in ``localhost:x``."""
    return "" if NOT_IN_HOSTS & set(host) else _host_of(f"//{host}")


def _host_of(url: str) -> str:
    """The host in a URL, without its port; empty if there is none, or if either can't be read."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises ValueError if it isn't one
        return _plain(parts.hostname or "")
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
    """Whether the request's origin is the server's own, an allowed one, or missing."""
    origin = headers.get("origin")
    if origin is None:
        return True
    if origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    except ValueError:
        return False


FORWARDED = "tetracade.client"
"""Where a request's scope has the client's address, if another process has forwarded it."""
ATTEMPT = "tetracade.attempt"
"""Where a request's scope has how often it was tried before, if its table was on its way to another process."""


def is_forwarded(scope: Any) -> bool:
    """Whether the request comes from another process of the cluster, on behalf of its client."""
    return FORWARDED in scope


def is_charged(scope: Any) -> bool:
    """Whether the request has been charged already: where the client's connection ends, or when it was first tried."""
    return is_forwarded(scope) or ATTEMPT in scope


def address_of(scope: Any, proxied: bool) -> str:
    """The client's address, as the rate limits count it. Another process that forwards a request tells it.

    Behind a proxy it is the last entry, which the proxy added; any before that may be made up.
    """
    if is_forwarded(scope):
        return str(scope[FORWARDED])
    if proxied:
        told = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        added = str(told[-1].decode("latin-1").split(",")[-1].strip()) if told else ""
        if added:
            return _counted(added)
    client = scope.get("client")
    return _counted(str(client[0])) if client else "unknown"


def is_loopback(address: str) -> bool:
    """Whether the address is this machine's own, by which nobody else can reach it."""
    return _is_address(address) and ip_address(address).is_loopback


def network_address(settings: Settings) -> str:
    """The page's URL for others on this machine's network; empty if the server listens to nobody else."""
    if not _is_address(settings.host):
        return ""
    host = ip_address(settings.host)
    found = _outward() if host.is_unspecified else "" if host.is_loopback else settings.host
    if not found:
        return ""
    return f"http://[{found}]:{settings.port}" if ":" in found else f"http://{found}:{settings.port}"


def _outward() -> str:
    """This machine's address on its network; empty if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # for documentation only; nothing is sent
        except OSError:
            return ""
        address = str(probe.getsockname()[0])
    return "" if is_loopback(address) else address


def _counted(address: str) -> str:
    """The address itself or, for IPv6, its /64 network, since one client can have all of that."""
    if ":" not in address:
        return address
    try:
        found = IPv6Address(address)
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"

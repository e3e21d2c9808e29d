"""Where a request comes from: pages of other origins are turned away; programs send no origin."""

from collections.abc import Mapping, Sequence
from ipaddress import IPv6Address
from typing import Any
from urllib.parse import urlsplit


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

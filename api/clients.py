"""Who asks: what places and shares are counted by."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from starlette.types import Scope

KEY_NAME = "zhuoji.key"
"""Where a request's scope has the name of the key that it came with."""
_NETWORK_BITS = 64
"""Of an IPv6 address: one household or one machine has all the rest to choose from."""


def client_of(scope: Scope) -> str:
    """The name of its key, else its address; never written to a log."""
    if name := scope.get(KEY_NAME):
        return f"key {name}"
    address = (scope.get("client") or ("", 0))[0]
    return network_of(address)


def network_of(address: str) -> str:
    """An address, as one client is known by it: IPv6 by its network, IPv4 in IPv6 as IPv4."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(IPv6Address(int(parsed) >> _NETWORK_BITS << _NETWORK_BITS))
    return str(parsed)

"""Tokens and keys, 128 bits each. Seat tokens are stored as hashes; a table's links derive from the server's key."""

import base64
import hashlib
import hmac
import secrets

ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
ID_LENGTH = 12


def new_table_id() -> str:
    """Return a new table's id for links: not secret, but not easy to guess either."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def new_token() -> str:
    """Return a new token to hold a seat with."""
    return secrets.token_urlsafe(16)


def hashed(token: str) -> bytes:
    """Return the hash under which a token is stored."""
    return hashlib.sha256(token.encode()).digest()


def same(token: str, stored: bytes) -> bool:
    """Whether this is the token; takes the same time either way."""
    return hmac.compare_digest(hashed(token), stored)


def derived(server_key: bytes, purpose: str, table_id: str) -> str:
    """Return the table's key for this purpose."""
    digest = hmac.digest(server_key, f"{purpose}:{table_id}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")

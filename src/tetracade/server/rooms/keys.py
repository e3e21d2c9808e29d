"""Tokens and keys: 128 bits each. Of seat tokens hashes are stored; keys to sit and watch come from the server's."""

import base64
import hashlib
import hmac
import secrets

ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
ID_LENGTH = 12


def new_table_id() -> str:
    """A table's name in links: not a secret, but not to be guessed either."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def new_token() -> str:
    """A token that holds a seat."""
    return secrets.token_urlsafe(16)


def hashed(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()


def same(token: str, stored: bytes) -> bool:
    """Whether this is the token, found out in constant time."""
    return hmac.compare_digest(hashed(token), stored)


def derived(server_key: bytes, purpose: str, table_id: str) -> str:
    """The key of a table for this purpose."""
    digest = hmac.digest(server_key, f"{purpose}:{table_id}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")

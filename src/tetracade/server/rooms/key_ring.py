"""One table's keys: a token for each holder, and the two links that can be shared."""

from tetracade.server.rooms import keys
from tetracade.server.rooms.viewer import Who
from tetracade.server.storage.intents import GoneHolder, Intent, NewHolder
from tetracade.table.seating import NOBODY


class KeyRing:
    """Knows what each of the table's keys allows."""

    def __init__(self, server_key: bytes, table_id: str, public: bool, most: int) -> None:
        self._server_key = server_key
        self._table_id = table_id
        self._public = public
        self._most = most
        self.holders: dict[int, bytes] = {}
        """The hash of each holder's token. Holder 0 created the table."""

    @property
    def invite(self) -> str:
        """The key to sit."""
        return keys.derived(self._server_key, "invite", self._table_id)

    @property
    def watch(self) -> str:
        """The key to watch."""
        return keys.derived(self._server_key, "watch", self._table_id)

    def who(self, key: str) -> Who:
        """What the key allows here."""
        for holder, stored in self.holders.items():
            if key and keys.same(key, stored):
                return Who(holder, may_sit=True, may_watch=True)
        invited = self._public or (key != "" and keys.same(key, keys.hashed(self.invite)))
        watching = self._public or (key != "" and keys.same(key, keys.hashed(self.watch)))
        return Who(NOBODY, may_sit=invited, may_watch=invited or watching)

    def is_link(self, key: str) -> bool:
        """Whether this is one of the shared keys."""
        return any(keys.same(key, keys.hashed(link)) for link in (self.invite, self.watch))

    def add(self, holder: int, token: str, seated: set[int]) -> list[Intent]:
        """Make this the holder's token, and return what is to be stored.

        If there are too many, holders who have left their seats are forgotten, the earliest first.
        """
        self.holders[holder] = keys.hashed(token)
        wanted: list[Intent] = [NewHolder(self._table_id, holder, self.holders[holder])]
        too_many = max(0, len(self.holders) - self._most)
        for gone in sorted(self.holders.keys() - seated - {0, holder})[:too_many]:
            del self.holders[gone]
            wanted.append(GoneHolder(self._table_id, gone))
        return wanted

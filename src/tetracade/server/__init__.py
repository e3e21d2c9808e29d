"""The online table: HTTP and WebSocket, seats by token, storage, bot workers. One process, one file."""

"""Connections: HTTP and WebSocket on the websocket, limits, origins."""

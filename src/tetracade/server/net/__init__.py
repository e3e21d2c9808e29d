"""Connections: HTTP, WebSockets, sessions, limits, origins."""

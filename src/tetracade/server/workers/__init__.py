"""Processes and threads beside the event loop."""

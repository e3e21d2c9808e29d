"""Pool and threads beside the event loop."""

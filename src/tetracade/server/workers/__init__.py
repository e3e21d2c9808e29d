"""Work that is done outside the event loop, in processes and threads."""

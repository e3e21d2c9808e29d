"""Everything the server keeps on disk."""

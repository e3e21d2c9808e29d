"""Bots for any game: random, greedy, search; five levels."""

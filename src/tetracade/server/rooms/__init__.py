"""Live rooms: who is there, what they do, and what each of them gets to see."""

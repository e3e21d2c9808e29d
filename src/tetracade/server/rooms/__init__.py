"""Live rooms: who is there, what they do, what each of them is told."""

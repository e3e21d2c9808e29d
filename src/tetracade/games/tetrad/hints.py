"""What a bot sees at a glance in TETRAD."""

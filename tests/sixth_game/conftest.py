"""What is added to a copy of the repository is tested there, not here."""

collect_ignore = ["added"]

"""``python -m tetracade`` is the command ``tetracade``."""

from tetracade.cli import main

main()

"""What clients speak: routes, commands, messages, the page."""

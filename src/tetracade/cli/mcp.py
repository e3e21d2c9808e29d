"""``tetracade mcp``: the games for language models, over standard input and output."""

from tetracade.cli.app import app, complain


@app.command()
def mcp() -> None:
    """Serve the games to a language model by the Model Context Protocol, over standard input and output.

    Needs the extra: pip install 'tetracade\\[mcp]'. Only the protocol is on standard output.
    """
    try:
        from tetracade.rl.mcp import server  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        complain(f"{error.name} is missing; install it with: pip install 'tetracade[mcp]'")
    server().run("stdio")

"""The games as learning environments, for the libraries people use; each needs its own extra.

- ``tetracade.rl.pettingzoo``: ``aec`` and ``parallel`` (extra ``pettingzoo``)
- ``tetracade.rl.gymnasium``: ``Tetracade/<Game>-v1``, one seat against bots, and a vector environment over
  ``tetracade.Batch`` (extra ``gymnasium``)
- ``tetracade.rl.openspiel``: the games for OpenSpiel (extra ``openspiel``)
- ``tetracade.rl.mcp``: a server for language models, ``tetracade mcp`` (extra ``mcp``)
- ``tetracade.rl.train``: masked PPO, ``tetracade rl train`` (extra ``train``)

docs/learning.md says how seats, chance, teams and simultaneous moves are mapped.
"""

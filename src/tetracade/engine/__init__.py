"""The ground the games stand on: records, compilation, the contract, dealing, loops. It knows no game."""

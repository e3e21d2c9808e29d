"""What every game is built on: records, compilation, the contract, dealing, loops. It knows no game."""

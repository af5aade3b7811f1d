"""Small games, visited exhaustively: laws of a rule set, differences between two, proofs that there is none."""

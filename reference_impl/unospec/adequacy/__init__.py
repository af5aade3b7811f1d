"""How good the suite is: mutants of the rules, what the cases show of each rule, fakes, and the figures."""

"""Which rules a program follows, whatever it claims.

questions   the positions and acts of the suite, put under what the adapter claims
asking      each of them once
candidates  rule sets with patches and options, and what is one change away
fit         whether a candidate explains an answer
search      the candidate that explains most
finding     the evidence for it, and what stays in doubt; `report` says it in words
"""

"""The conformance suite: cases, adapters of implementations, runs and their reports, the judge of logs.

`cases` is the grammar of a case and `authoring` reads the YAML that people write. `claims` says which
cases an implementation is asked, `requests` what it is asked; `reference`, `implementation` and `process`
(over `pipe`) give the answers, `matching` compares them, and `verdict` is what came of it. `runner` makes a
stream of all that, and every report (`report`, `junit`) is made from the stream. `judge` reads logs.
"""

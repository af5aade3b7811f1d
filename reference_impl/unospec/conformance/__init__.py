"""The conformance suite: cases, adapters of implementations, runs and their reports, and the judge of logs.

`cases` is the grammar of a case, `authoring` reads the YAML that people write, `claims` says which cases an
implementation is asked, `implementation` and its neighbours ask them, `matching` compares, `runner` puts a run
together and `stream` is what it leaves behind; every report is made from the stream.
"""

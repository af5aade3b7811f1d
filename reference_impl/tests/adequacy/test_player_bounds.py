"""How many may play is a bound like any other, also where an option chooses it."""

from unospec.adequacy.hunt import composed
from unospec.adequacy.mutants import mutants


def test_a_bound_that_an_option_chooses_has_a_mutant_for_each_choice() -> None:
    chosen = {"by_option": "teams", "cases": {"two": 4, "three": 6}}
    edits = mutants({**composed("uno/2008"), "seats": {"min": chosen, "max": 9}})
    made = {(edit.path, edit.new) for edit in edits if edit.path[0] == "seats"}
    low = ("seats", "min", "cases")
    assert {((*low, "two"), 5), ((*low, "three"), 7), (("seats", "max"), 8)} <= made


def test_one_possible_number_has_none() -> None:
    made = mutants({**composed("uno/2008"), "seats": {"min": 4, "max": 4}})
    assert not [edit for edit in made if edit.path[0] == "seats"]

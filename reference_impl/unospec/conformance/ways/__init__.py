"""The search for ways: an order of the deck and acts after the deal that lead to the position of a case."""

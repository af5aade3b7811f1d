"""Games written by hand, with which generated ones are compared."""

"""The website: pages made from rule sets, house rules, cases and written texts, as a plugin of MkDocs."""

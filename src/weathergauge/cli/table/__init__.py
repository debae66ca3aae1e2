"""A match at the keyboard: the table as a picture, orders in words, the log in sentences.

`session` plays a match; `desk` says what it must know of a ruleset, and each ruleset may have a module here that
draws its table and understands its orders. `menu` and `shelf` find something to play.
"""

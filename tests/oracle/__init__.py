"""Slow twins of the games, written straight from the rules, to hold the fast cores against."""

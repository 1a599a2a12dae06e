"""`python -m dowse`: the command, where the script is not on the path."""

from .interfaces.cli.main import run

run()

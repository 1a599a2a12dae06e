"""`python -m dowse`: the command, where the script is not on the path."""

from .doors.cli.main import run

run()

"""`make bench`: measures, and prints a table for README.md beside this file. It judges nothing and times no test."""

import platform

from tests.bench import boards, dice, engine, glass, host, presses, start

PARTS = (engine, host, start, glass, presses, dice, boards)


def main() -> None:
    """Print every part's rows as they come."""
    print(f"CPython {platform.python_version()} on {platform.machine()}\n")
    print("| what | measured | budget |\n|---|---|---|")
    for part in PARTS:
        for what, measured, budget in part.rows():
            print(f"| {what} | {measured} | {budget} |", flush=True)


if __name__ == "__main__":
    main()

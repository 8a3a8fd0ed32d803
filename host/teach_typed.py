"""Teaching at a terminal, or by lines from a file: the owner's pack is written anew whenever something was taken."""

from collections.abc import Callable, Iterable
from pathlib import Path

from host.teach import Prompt, Teach, subject, taught_before
from shared_rules.content import BadPack, Problem
from shared_rules.pack_text import written

_HOW = "'?' tells more, 'back' leaves out what is being asked, 'done' ends; what was taken is kept in {file}."


def teach(game: str, file: Path, lines: Iterable[str], write: Callable[[str], object]) -> Teach:
    """Go on with the pack in `file`, or begin it. `lines` are the answers; where they end, the talk rests and can be gone on with.

    Raises UnknownGame, BadPack for a file that cannot be gone on with, and OSError where it cannot be written.
    """
    about = subject(game)
    before = _read(file)
    talk = Teach(about, taught_before(about, str(file), before) if before else None)
    kept = talk.content
    if before and before != written(kept)[0]:
        aside = file.with_name(file.name + ".before")
        aside.write_text(before, encoding="utf-8")
        write(f"The file as it was, with its comments, is kept as {aside}.")
    write(_HOW.format(file=file))
    answers = iter(lines)
    while talk.prompt is not None:
        write(_asked(talk.prompt))
        answer = next(answers, None)
        if answer is None:
            break
        for text in talk.answer(answer):
            write(text)
        if talk.content is not kept:
            kept = talk.content
            _write(file, talk.text)
    missing = talk.missing() if "pack" in talk.content else []
    write(f"Kept in {file}; it cannot be played yet:" if missing else f"Kept in {file}; it can be played: --pack {file}")
    for problem in missing:
        write(f"  {problem.what}; {problem.remedy}")
    return talk


def _asked(prompt: Prompt) -> str:
    return f"{prompt.text} [{', '.join(prompt.choices)}]" if prompt.choices else prompt.text


def _read(file: Path) -> str:
    """What was taught before; "" where nothing was."""
    try:
        return file.read_text(encoding="utf-8-sig") if file.exists() else ""
    except UnicodeDecodeError as error:
        raise BadPack([Problem(str(file), 0, "it is no text in UTF-8", "name another file with -o")]) from error


def _write(file: Path, text: str) -> None:
    """Whole or not at all: what was taught before is never lost to a full disk or a cut cable."""
    new = file.with_name(file.name + ".new")
    new.write_text(text, encoding="utf-8")
    new.replace(file)

"""Teaching at a terminal, or by lines from a file: the owner's pack is written anew whenever something was taken."""

from collections.abc import Callable, Iterable
from pathlib import Path

from host.teach import Prompt, Teach, subject, taught_before
from shared_rules.content import BadPack, Problem
from shared_rules.pack_text import written

_HOW = "'?' tells more, 'back' leaves out what is being asked, 'done' ends; what was taken is kept in {file}."


class Lesson:
    """A talk whose pack is kept in `file`; it goes on with what is there.

    Raises UnknownGame, BadPack for a file that cannot be gone on with, and OSError where it cannot be read or written.
    """

    def __init__(self, game: str, file: Path) -> None:
        about = subject(game)
        self.file = file
        before = _read(file)
        self.talk = Teach(about, taught_before(about, str(file), before) if before else None)
        self._kept = self.talk.content
        self.begun: list[str] = []
        """What there is to say at the beginning."""
        if before and before != written(self._kept)[0]:
            aside = file.with_name(file.name + ".before")
            aside.write_text(before, encoding="utf-8")
            self.begun.append(f"The file as it was, with its comments, is kept as {aside}.")
        self.begun.append(_HOW.format(file=file))

    def answer(self, text: str) -> list[str]:
        """Take an answer; what there is to say comes back. What was taught by it is in the file then."""
        said = self.talk.answer(text)
        if self.talk.content is not self._kept:
            self._kept = self.talk.content
            _write(self.file, self.talk.text)
        return said

    def end(self) -> list[str]:
        """Whether the pack can be played, and what is missing."""
        if "pack" not in self.talk.content:
            return ["Nothing was taught."]
        missing = [f"  {problem.what}; {problem.remedy}" for problem in self.talk.missing()]
        if missing:
            return [f"Kept in {self.file}; it cannot be played yet:", *missing]
        return [f"Kept in {self.file}; it can be played: --pack {self.file}"]


def teach(game: str, file: Path, lines: Iterable[str], write: Callable[[str], object]) -> Teach:
    """Go on with the pack in `file`, or begin it. `lines` are the answers; where they end, the talk rests and can be gone on with.

    Raises what Lesson raises.
    """
    lesson = Lesson(game, file)
    said, answers = lesson.begun, iter(lines)
    while lesson.talk.prompt is not None:
        for text in (*said, _asked(lesson.talk.prompt)):
            write(text)
        try:
            answer = next(answers, None)
        except KeyboardInterrupt:  # as where the lines end: what was taught is kept, and that is told
            answer = None
        said = lesson.answer(answer) if answer is not None else []
        if answer is None:
            break
    for text in (*said, *lesson.end()):
        write(text)
    return lesson.talk


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

"""The optional settings.json of a board: known keys only, each of its default's type."""

import errno
import json


def load_settings(path: str, defaults: dict) -> dict:
    """The defaults, with what the file at `path` says instead; without a file just the defaults.

    Raises ValueError, in words, for a file that is no JSON, a key nobody knows, a value of another type.
    """
    try:
        with open(path) as file:
            text = file.read()
    except OSError as error:
        if error.errno != errno.ENOENT:
            raise
        return dict(defaults)
    try:
        given = json.loads(text)
    except ValueError:
        raise ValueError(f"{path} is no JSON") from None
    if not isinstance(given, dict):
        raise ValueError(f"{path} is no table of settings")
    settings = dict(defaults)
    for key, value in given.items():
        if key not in defaults:
            raise ValueError(f"{path}: unknown setting {key}")
        if type(value) is not type(defaults[key]):
            raise ValueError(f"{path}: wrong type for {key}")
        settings[key] = value
    return settings

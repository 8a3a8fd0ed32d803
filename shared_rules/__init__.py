"""The rules of the games: pure data and small steps. Nothing here rolls, shuffles, waits, draws or opens a port."""

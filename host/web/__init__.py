"""The page of the table: what everybody may see across a room, and each seat's panel with its buttons."""

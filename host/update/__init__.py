"""New programs for boards: put together, copied beside the old one, tried once, and kept only if the board then says hello."""

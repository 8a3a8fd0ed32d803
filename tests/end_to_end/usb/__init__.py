"""A made-up USB bus under umockdev: what Linux lists of it is files, and a device is a link to a world's terminal."""

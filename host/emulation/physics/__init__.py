"""The things on the table as pure models: no sockets, no clocks, driven by the boards' time stamps (microseconds)."""

"""`micropython` for boards that run under CPython: the few names that firmware uses."""


def const(value):
    return value


def native(function):
    return function


viper = native


def kbd_intr(char):
    pass


def schedule(function, argument):
    function(argument)


def alloc_emergency_exception_buf(size):
    pass


def mem_info(verbose=0):
    pass

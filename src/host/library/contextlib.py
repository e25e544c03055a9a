"""contextlib: contexts from generators, and the small ones."""

import functools


class nullcontext:
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *exception):
        return None


class suppress:
    def __init__(self, *exceptions):
        self.exceptions = exceptions

    def __enter__(self):
        return None

    def __exit__(self, type, value, traceback):
        return type is not None and issubclass(type, self.exceptions)


class closing:
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exception):
        self.thing.close()


class ContextDecorator:
    def _recreate_cm(self):
        return self

    def __call__(self, function):
        @functools.wraps(function)
        def inner(*arguments, **keywords):
            with self._recreate_cm():
                return function(*arguments, **keywords)
        return inner


class _GeneratorContext(ContextDecorator):
    def __init__(self, function, arguments, keywords):
        self.made_by = (function, arguments, keywords)
        self.generator = function(*arguments, **keywords)

    def _recreate_cm(self):
        return _GeneratorContext(*self.made_by)

    def __enter__(self):
        for value in self.generator:
            return value
        raise RuntimeError("generator didn't yield")

    def __exit__(self, type, value, traceback):
        if type is None:
            for _ in self.generator:
                raise RuntimeError("generator didn't stop")
            return False
        try:
            self.generator.throw(value)
        except StopIteration as stop:
            return stop is not value
        except BaseException as error:
            if error is not value:
                raise
            return False
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(function):
    @functools.wraps(function)
    def helper(*arguments, **keywords):
        return _GeneratorContext(function, arguments, keywords)
    return helper


def _hold(context):
    with context as value:
        yield value


class ExitStack:
    def __init__(self):
        self._exits = []

    def enter_context(self, context):
        held = _GeneratorContext(_hold, (context,), {})
        value = held.__enter__()
        self._exits.append(held.__exit__)
        return value

    def push(self, exit):
        self._exits.append(exit.__exit__ if hasattr(exit, "__exit__") else exit)
        return exit

    def callback(self, function, *arguments, **keywords):
        self._exits.append(lambda *exception: function(*arguments, **keywords) and False)
        return function

    def pop_all(self):
        other = ExitStack()
        other._exits, self._exits = self._exits, []
        return other

    def close(self):
        self.__exit__(None, None, None)

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        handled = False
        while self._exits:
            if self._exits.pop()(type, value, traceback):
                handled, type, value, traceback = True, None, None, None
        return handled

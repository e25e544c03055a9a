"""What test files of kernels take from pytest, so that they can be run or imported as scripts.

Marks and fixtures leave a function as it is; `main` runs nothing.
"""

import importlib


class Skipped(BaseException):
    pass


class Failed(Exception):
    pass


class _Parameters:
    def __init__(self, values, id):
        self.values = values
        self.id = id


def param(*values, id=None, marks=()):
    return _Parameters(values, id)


class _Mark:
    def __init__(self, name, arguments, options):
        self.name = name
        self.args = arguments
        self.kwargs = options

    def __call__(self, *arguments, **options):
        alone = len(arguments) == 1 and not options and callable(arguments[0])
        if alone and (self.name != "parametrize" or self.args or self.kwargs):
            return arguments[0]
        return _Mark(self.name, arguments, options)


class _Marks:
    def __getattr__(self, name):
        return _Mark(name, (), {})


mark = _Marks()


def fixture(function=None, **options):
    return (lambda decorated: decorated) if function is None else function


def skip(reason="", allow_module_level=False):
    raise Skipped(reason)


def fail(reason="", pytrace=True):
    raise Failed(reason)


def importorskip(name, minversion=None, reason=None):
    try:
        return importlib.import_module(name)
    except ImportError:
        raise Skipped(reason or f"could not import {name!r}")


class _Raises:
    def __init__(self, expected, match):
        self.expected = expected
        self.match = match
        self.value = None

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        if value is None:
            raise Failed(f"DID NOT RAISE {self.expected}")
        if not isinstance(value, self.expected):
            return False
        self.value = value
        if self.match is not None and self.match not in str(value):
            raise Failed(f"{self.match!r} is not in {str(value)!r}")
        return True


def raises(expected, match=None):
    return _Raises(expected, match)


class approx:
    def __init__(self, expected, rel=None, abs=None, nan_ok=False):
        self.expected = expected
        self.rel = 1e-6 if rel is None else rel
        self.abs = 1e-12 if abs is None else abs

    def _near(self, expected, actual):
        difference = expected - actual
        size = expected if expected >= 0 else -expected
        return expected == actual or -difference <= max(self.abs, self.rel * size) >= difference

    def __eq__(self, actual):
        if isinstance(self.expected, (list, tuple)):
            pairs = zip(self.expected, actual)
            return len(self.expected) == len(actual) and all(self._near(a, b) for a, b in pairs)
        return self._near(self.expected, actual)

    def __repr__(self):
        return f"approx({self.expected!r})"


def main(args=None, plugins=None):
    raise NotImplementedError("pytest.main finds no tests here; call them, or run pytest under Python")

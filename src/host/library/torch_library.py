"""torch.library: operators that scripts declare. Here an operator is its function.

What describes an operator to a compiler or to other devices (fakes, autograd formulas, schemas) is
kept, not used; `torch.ops.<namespace>.<name>` finds what was declared.
"""

_operators = {}


class _Operator:
    def __init__(self, name, function):
        self.name = name
        self.function = function
        self.fake = None
        self.backward = None
        self.__name__ = name.split("::")[-1]

    def __call__(self, *arguments, **named):
        if self.function is None:
            raise NotImplementedError(f"operator {self.name} has no implementation")
        return self.function(*arguments, **named)

    @property
    def default(self):
        return self

    @property
    def _opoverload(self):
        return self

    def register_fake(self, function=None):
        return _decorate(function, lambda given: setattr(self, "fake", given))

    def register_kernel(self, device_types=None, function=None):
        return _decorate(function, lambda given: setattr(self, "function", given))

    def register_autograd(self, backward, setup_context=None):
        self.backward = backward

    def register_vmap(self, function=None):
        return _decorate(function, lambda given: None)


def _decorate(function, keep):
    def decorator(given):
        keep(given)
        return given
    return decorator if function is None else decorator(function)


def _find(name):
    if isinstance(name, _Operator):
        return name
    if name not in _operators:
        _operators[name] = _Operator(name, None)
    return _operators[name]


def custom_op(name, function=None, *, mutates_args=(), device_types=None, schema=None):
    def decorator(given):
        operator = _find(name)
        operator.function = given
        return operator
    return decorator if function is None else decorator(function)


def triton_op(name, function=None, *, mutates_args=(), schema=None):
    return custom_op(name, function, mutates_args=mutates_args)


def wrap_triton(kernel):
    return kernel


def register_fake(name, function=None, *, lib=None):
    return _find(name).register_fake(function)


def register_kernel(name, device_types=None, function=None, *, lib=None):
    return _find(name).register_kernel(device_types, function)


def register_autograd(name, backward, *, setup_context=None, lib=None):
    _find(name).register_autograd(backward)


def impl(name, types=None, function=None, *, lib=None):
    return _find(name).register_kernel(types, function)


def define(name, schema=None, *, lib=None, tags=()):
    _find(name)


def opcheck(operator, arguments, kwargs=None, **options):
    return {}


def infer_schema(function, mutates_args=(), **options):
    return "(...) -> ..."


class Library:
    def __init__(self, namespace, kind, dispatch_key=""):
        self.namespace = namespace

    def define(self, schema, alias_analysis="", tags=()):
        name = schema.split("(")[0].strip()
        _find(f"{self.namespace}::{name}")
        return name

    def impl(self, name, function, dispatch_key="", with_keyset=False):
        if dispatch_key != "Meta" and "Autograd" not in dispatch_key:
            _find(f"{self.namespace}::{str(name).split('::')[-1]}").function = function

    def _register_fake(self, name, function, _stacklevel=1):
        _find(f"{self.namespace}::{name}").fake = function


class _Namespace:
    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        operator = _operators.get(f"{self._name}::{name}")
        if operator is None:
            raise AttributeError(f"there is no operator {self._name}::{name} here")
        return operator


class _Namespaces:
    def __getattr__(self, name):
        return _Namespace(name)


ops = _Namespaces()

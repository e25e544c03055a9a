"""Python's argparse, as scripts around kernels use it: options, flags and operands, no subcommands."""

import sys

SUPPRESS = "==SUPPRESS=="
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"
REMAINDER = "..."


class ArgumentTypeError(Exception):
    pass


class ArgumentError(Exception):
    pass


class HelpFormatter:
    pass


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass


class RawTextHelpFormatter(HelpFormatter):
    pass


class RawDescriptionHelpFormatter(HelpFormatter):
    pass


class Namespace:
    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)

    def __repr__(self):
        return "Namespace(" + ", ".join(f"{k}={v!r}" for k, v in vars(self).items()) + ")"

    def __eq__(self, other):
        return isinstance(other, Namespace) and vars(self) == vars(other)

    def __contains__(self, name):
        return hasattr(self, name)


class BooleanOptionalAction:
    pass


class _Argument:
    def __init__(self, flags, action, nargs, const, default, type, choices, required, help, metavar, dest):
        self.flags = flags
        self.action = action
        self.nargs = nargs
        self.const = const
        self.default = default
        self.type = type
        self.choices = choices
        self.required = required
        self.help = help
        self.metavar = metavar
        self.dest = dest

    @property
    def takes_value(self):
        return self.action in ("store", "append", "extend")

    def name(self):
        return "/".join(self.flags) if self.flags else self.metavar or self.dest

    def convert(self, parser, text):
        value = text
        if self.type is not None:
            try:
                value = self.type(text)
            except (ValueError, TypeError) as error:
                kind = getattr(self.type, "__name__", "value")
                parser.error(f"argument {self.name()}: invalid {kind} value: {text!r}")
            except ArgumentTypeError as error:
                parser.error(f"argument {self.name()}: {error}")
        if self.choices is not None and value not in self.choices:
            names = ", ".join(repr(choice) for choice in self.choices)
            parser.error(f"argument {self.name()}: invalid choice: {value!r} (choose from {names})")
        return value

    def counts(self):
        """The fewest and the most values that one use takes."""
        if self.nargs is None:
            return 1, 1
        if self.nargs == "?":
            return 0, 1
        if self.nargs == "*" or self.nargs == "...":
            return 0, sys.maxsize
        if self.nargs == "+":
            return 1, sys.maxsize
        return self.nargs, self.nargs

    def store(self, parser, namespace, texts, flag):
        if self.action in ("store_true", "store_false", "store_const"):
            setattr(namespace, self.dest, self.const)
        elif self.action == "switch":
            setattr(namespace, self.dest, not flag.startswith("--no-"))
        elif self.action == "count":
            setattr(namespace, self.dest, (getattr(namespace, self.dest, None) or 0) + 1)
        elif self.action == "append":
            value = self.value(parser, texts)
            setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + [value])
        elif self.action == "extend":
            value = self.value(parser, texts)
            setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + value)
        else:
            setattr(namespace, self.dest, self.value(parser, texts))

    def value(self, parser, texts):
        if self.nargs is None:
            return self.convert(parser, texts[0])
        if self.nargs == "?":
            if texts:
                return self.convert(parser, texts[0])
            return self.const if self.flags else self.default
        return [self.convert(parser, text) for text in texts]

    def usage(self):
        shown = self.metavar or (self.dest if not self.flags else self.dest.upper())
        if self.choices is not None and self.metavar is None:
            shown = "{" + ",".join(str(choice) for choice in self.choices) + "}"
        if not self.flags:
            return shown
        return f"{self.flags[0]} {shown}" if self.takes_value else self.flags[0]


class _Group:
    def __init__(self, parser, required=False):
        self.parser = parser
        self.required = required
        self.members = []

    def add_argument(self, *flags, **options):
        argument = self.parser.add_argument(*flags, **options)
        self.members.append(argument)
        return argument

    def add_argument_group(self, *names, **options):
        return _Group(self.parser)

    def add_mutually_exclusive_group(self, required=False):
        return self.parser.add_mutually_exclusive_group(required)


class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(),
                 formatter_class=None, prefix_chars="-", argument_default=None, add_help=True,
                 allow_abbrev=True, exit_on_error=True):
        self.prog = prog or sys.argv[0].split("/")[-1]
        self.description = description
        self.epilog = epilog
        self.arguments = []
        self.exclusive = []
        self.defaults = {}
        self.add_help = add_help
        for parent in parents:
            self.arguments.extend(parent.arguments)

    def add_argument(self, *flags, action="store", nargs=None, const=None, default=None, type=None,
                     choices=None, required=False, help=None, metavar=None, dest=None, version=None):
        options = [flag for flag in flags if flag.startswith("-")]
        if action is BooleanOptionalAction:
            action = "switch"
            options += ["--no-" + flag[2:] for flag in options if flag.startswith("--")]
        known = ("store", "store_true", "store_false", "store_const", "append", "extend", "count",
                 "switch", "version", "help")
        if action not in known:
            raise ValueError(f"unknown action {action!r}")
        if action == "store_true":
            const, default = True, False if default is None else default
        if action == "store_false":
            const, default = False, True if default is None else default
        if dest is None and options:
            long = [flag for flag in options if flag.startswith("--")]
            dest = (long or options)[0].lstrip("-").replace("-", "_")
        if not options:
            dest = dest or flags[0]
            required = nargs not in ("?", "*", "...")
        if action == "version":
            const = version
        argument = _Argument(options, action, nargs, const, default, type, choices, required, help,
                             metavar, dest)
        self.arguments.append(argument)
        return argument

    def add_argument_group(self, *names, **options):
        return _Group(self)

    def add_mutually_exclusive_group(self, required=False):
        group = _Group(self, required)
        self.exclusive.append(group)
        return group

    def add_subparsers(self, *names, **options):
        raise NotImplementedError("argparse here has no subcommands; run the script under Python")

    def set_defaults(self, **values):
        self.defaults.update(values)

    def get_default(self, dest):
        for argument in self.arguments:
            if argument.dest == dest and argument.default is not None:
                return argument.default
        return self.defaults.get(dest)

    def parse_args(self, args=None, namespace=None):
        result, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error("unrecognized arguments: " + " ".join(rest))
        return result

    def parse_known_args(self, args=None, namespace=None):
        texts = list(sys.argv[1:] if args is None else args)
        result = Namespace() if namespace is None else namespace
        self._set_defaults(result)
        seen, operands, rest = [], [], []
        at = 0
        while at < len(texts):
            text = texts[at]
            at += 1
            if text == "--":
                operands.extend(texts[at:])
                break
            if not self._is_flag(text):
                operands.append(text)
                continue
            if self.add_help and text in ("-h", "--help"):
                self.print_help()
                self.exit()
            flag, argument, attached = self._find(text)
            if argument is None:
                rest.append(text)
                continue
            values = [attached] if attached is not None else []
            if argument.action == "version":
                print(argument.const)
                self.exit()
            if argument.takes_value and attached is None:
                fewest, most = argument.counts()
                while len(values) < most and at < len(texts) and not self._is_flag(texts[at]):
                    values.append(texts[at])
                    at += 1
                if len(values) < fewest:
                    self.error(f"argument {argument.name()}: expected {self._expected(argument)}")
            argument.store(self, result, values, flag)
            seen.append(argument)
        rest = self._take_operands(result, operands, seen) + rest
        self._check(seen)
        return result, rest

    def _set_defaults(self, result):
        for name, value in self.defaults.items():
            if not hasattr(result, name):
                setattr(result, name, value)
        for argument in self.arguments:
            if argument.action in ("help", "version") or argument.default is SUPPRESS:
                continue
            value = argument.default
            if isinstance(value, str) and argument.type is not None:
                value = argument.convert(self, value)
            if value is None and argument.dest in self.defaults:
                value = self.defaults[argument.dest]
            if not hasattr(result, argument.dest) or value is not None:
                setattr(result, argument.dest, value)

    def _is_flag(self, text):
        if not text.startswith("-") or text == "-":
            return False
        try:
            float(text)  # a negative number
            return False
        except ValueError:
            return " " not in text

    def _find(self, text):
        flag, attached = text, None
        if text.startswith("--") and "=" in text:
            flag, attached = text.split("=", 1)
        for argument in self.arguments:
            if flag in argument.flags:
                return flag, argument, attached
        if text.startswith("--"):
            near = [(name, argument) for argument in self.arguments for name in argument.flags
                    if name.startswith(flag)]
            if len(near) == 1:
                return near[0][0], near[0][1], attached
            if len(near) > 1:
                names = ", ".join(name for name, argument in near)
                self.error(f"ambiguous option: {flag} could match {names}")
            return flag, None, None
        for argument in self.arguments:  # -n4
            if argument.takes_value and text[:2] in argument.flags:
                return text[:2], argument, text[2:]
        return flag, None, None

    def _take_operands(self, result, operands, seen):
        wanted = [argument for argument in self.arguments if not argument.flags]
        for i, argument in enumerate(wanted):
            fewest, most = argument.counts()
            later = sum(other.counts()[0] for other in wanted[i + 1:])
            count = min(most, max(len(operands) - later, 0))
            if count < fewest:
                continue
            taken, operands = operands[:count], operands[count:]
            if taken or fewest == 0 and argument.nargs != "*":
                argument.store(self, result, taken, None)
            elif argument.nargs == "*" and argument.default is None:
                setattr(result, argument.dest, [])
            seen.append(argument)
        return operands

    def _check(self, seen):
        missing = [argument.name() for argument in self.arguments
                   if argument.required and argument not in seen]
        if missing:
            self.error("the following arguments are required: " + ", ".join(missing))
        for group in self.exclusive:
            used = [argument for argument in group.members if argument in seen]
            if len(used) > 1:
                self.error(f"argument {used[1].name()}: not allowed with argument {used[0].name()}")
            if group.required and not used:
                names = " ".join(argument.name() for argument in group.members)
                self.error(f"one of the arguments {names} is required")

    def _expected(self, argument):
        if argument.nargs is None:
            return "one argument"
        if argument.nargs == "+":
            return "at least one argument"
        return f"{argument.nargs} arguments"

    def format_usage(self):
        parts = ["[-h]"] if self.add_help else []
        for argument in self.arguments:
            parts.append(argument.usage() if argument.required else f"[{argument.usage()}]")
        return "usage: " + " ".join([self.prog] + parts) + "\n"

    def format_help(self):
        lines = [self.format_usage()]
        if self.description:
            lines.append(self.description + "\n")
        lines.append("options:")
        for argument in self.arguments:
            lines.append(f"  {argument.usage():22}{argument.help or ''}")
        if self.epilog:
            lines.append("\n" + self.epilog)
        return "\n".join(lines) + "\n"

    def print_usage(self, file=None):
        print(self.format_usage(), end="", file=file or sys.stdout)

    def print_help(self, file=None):
        print(self.format_help(), end="", file=file or sys.stdout)

    def exit(self, status=0, message=None):
        if message:
            sys.stderr.write(message)
        sys.exit(status)

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: error: {message}\n")

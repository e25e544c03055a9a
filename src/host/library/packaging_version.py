"""packaging.version: versions that compare by their numbers."""


class InvalidVersion(ValueError):
    pass


class Version:
    def __init__(self, text):
        self.text = text
        release, local = (text.strip().lstrip("v").split("+", 1) + [""])[:2]
        self.local = local or None
        numbers, self.is_prerelease = [], False
        for part in release.split("."):
            digits = ""
            while len(digits) < len(part) and part[len(digits)].isdigit():
                digits += part[len(digits)]
            if digits:
                numbers.append(int(digits))
            if len(digits) < len(part):
                self.is_prerelease = not part[len(digits):].startswith("post")
                break
        if not numbers:
            raise InvalidVersion(f"Invalid version: {text!r}")
        self.release = tuple(numbers)

    def _key(self):
        numbers = list(self.release)
        while len(numbers) > 1 and numbers[-1] == 0:
            numbers.pop()
        return numbers, not self.is_prerelease, self.local or ""

    @property
    def major(self):
        return self.release[0]

    @property
    def minor(self):
        return self.release[1] if len(self.release) > 1 else 0

    @property
    def micro(self):
        return self.release[2] if len(self.release) > 2 else 0

    @property
    def base_version(self):
        return ".".join(str(number) for number in self.release)

    def __eq__(self, other):
        return self._key() == other._key()

    def __lt__(self, other):
        return self._key() < other._key()

    def __le__(self, other):
        return self._key() <= other._key()

    def __gt__(self, other):
        return self._key() > other._key()

    def __ge__(self, other):
        return self._key() >= other._key()

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"<Version('{self.text}')>"


def parse(text):
    return Version(text)

"""tqdm without its bar: the loop alone."""


class tqdm:
    def __init__(self, iterable=None, desc=None, total=None, disable=False, **options):
        self.iterable = iterable
        self.total = total
        self.n = 0

    def __iter__(self):
        return iter(self.iterable)

    def __len__(self):
        return len(self.iterable) if self.total is None else self.total

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return False

    def update(self, n=1):
        self.n += n

    def set_description(self, text=None, refresh=True):
        pass

    def set_postfix(self, *values, **named):
        pass

    def close(self):
        pass

    @staticmethod
    def write(text):
        print(text)


def trange(*arguments, **options):
    return tqdm(range(*arguments), **options)

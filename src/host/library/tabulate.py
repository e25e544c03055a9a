"""tabulate's plain table, and the other formats as it."""


def tabulate(rows, headers=(), tablefmt="simple", floatfmt="g", **options):
    lines = [[format(cell, floatfmt) if isinstance(cell, float) else str(cell) for cell in row]
             for row in rows]
    titles = [str(title) for title in headers]
    count = max([len(line) for line in lines] + [len(titles)]) if lines or titles else 0
    titles += [""] * (count - len(titles)) if titles else []
    lines = [line + [""] * (count - len(line)) for line in lines]
    every = lines + ([titles] if titles else [])
    widths = [max(len(line[i]) for line in every) for i in range(count)]
    text = [_line(line, widths) for line in lines]
    rule = "  ".join("-" * width for width in widths)
    head = [_line(titles, widths)] if titles else []
    return "\n".join(head + [rule] + text + ([] if titles else [rule]))


def _line(cells, widths):
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip()

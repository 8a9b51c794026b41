"""Pieces of a static page: tables, bars and a head that loads nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

_STYLE = """
:root { color-scheme: light dark; --ink: #1c1b22; --soft: #5b5966; --ground: #fdfcf9;
  --line: #d9d5cc; --bar: #0b5e6b; --panel: #f3f0e9; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece9e2; --soft: #aaa6b4; --ground: #17161c;
  --line: #3a3844; --bar: #58b5c2; --panel: #211f28; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 3rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .5rem; }
p { margin: .4rem 0; }
.soft, caption { color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding-bottom: .4rem; font-size: .9rem; }
th, td { padding: .35rem .7rem; text-align: right; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
td { white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
tbody th { font-family: ui-monospace, monospace; font-size: .9rem; overflow-wrap: anywhere;
  min-width: 7rem; }
.matrix td { border: 2px solid var(--ground); text-align: center; line-height: 1.25; }
.matrix thead th { text-align: center; font-family: ui-monospace, monospace; font-size: .9rem;
  overflow-wrap: anywhere; }
.matrix small { display: block; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: .4rem;
  padding: .7rem .9rem; white-space: pre-wrap; overflow-wrap: anywhere; }
svg { display: block; width: 100%; max-width: 32rem; height: auto; }
svg text { fill: var(--ink); font: 11px system-ui, sans-serif; }
svg rect { fill: var(--bar); }
details { margin: .3rem 0 1rem; }
summary { cursor: pointer; color: var(--soft); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
"""

_BAR_HEIGHT = 16
_GAP = 3
_LABEL_WIDTH = 78
_LONGEST_BAR = 230


def page(title: str, body: Sequence[str]) -> str:
    """A whole page; its policy forbids whatever is not in it."""
    head = (
        '<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n"
    )
    content = "\n".join(body)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}</head>\n<body>\n<main>\n'
        f"{content}\n</main>\n</body>\n</html>\n"
    )


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "") -> str:
    """A table whose first column names its rows."""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    lines = "\n".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(f"<td>{escape(value)}</td>" for value in rest)
        + "</tr>"
        for first, *rest in rows
    )
    named = f"<caption>{escape(caption)}</caption>" if caption else ""
    return _scrolling(
        f"<table>{named}<thead><tr>{top}</tr></thead>\n<tbody>\n{lines}\n</tbody></table>", caption
    )


def matrix(names: Sequence[str], cells: Sequence[Sequence[str]], caption: str) -> str:
    """A square table of ready cells."""
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    lines = "\n".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(row)}</tr>'
        for name, row in zip(names, cells, strict=True)
    )
    return _scrolling(
        f'<table class="matrix"><caption>{escape(caption)}</caption><thead><tr><td></td>{top}</tr>'
        f"</thead>\n<tbody>\n{lines}\n</tbody></table>",
        caption,
    )


def _scrolling(content: str, label: str) -> str:
    """A wide table scrolls by itself, also with the keyboard."""
    name = escape(label or "table", quote=True)
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{name}">{content}</div>'


def bars(counts: Mapping[str, int], title: str) -> str:
    """Horizontal bars with their numbers beside them."""
    most = max(counts.values())
    step = _BAR_HEIGHT + _GAP
    width = _LABEL_WIDTH + _LONGEST_BAR + 52
    parts = []
    for number, (label, count) in enumerate(counts.items()):
        top = number * step
        length = _LONGEST_BAR * count / most
        middle = top + _BAR_HEIGHT - 4
        parts.append(
            f'<text x="{_LABEL_WIDTH - 8}" y="{middle}" text-anchor="end">{escape(label)}</text>'
            f'<rect x="{_LABEL_WIDTH}" y="{top}" width="{length:.1f}" height="{_BAR_HEIGHT}"/>'
            f'<text x="{_LABEL_WIDTH + length + 6:.1f}" y="{middle}">{count or ""}</text>'
        )
    label = escape(title, quote=True)
    return (
        f'<svg viewBox="0 0 {width} {len(counts) * step}" role="img" aria-label="{label}">'
        + "".join(parts)
        + "</svg>"
    )


def details(summary: str, content: str) -> str:
    """Content that is shown when asked for."""
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"


def facts(pairs: Mapping[str, str]) -> str:
    """Names and what they are."""
    lines = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in pairs.items()
    )
    return f"<dl>{lines}</dl>"

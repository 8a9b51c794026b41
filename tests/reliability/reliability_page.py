"""docs/reliability.md from the results of soak runs and the template reliability.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

TEMPLATE = Path(__file__).parent / "reliability.md"

_KILLS = {
    "kills": "kills",
    "while_starting": "of them before all clients had reconnected",
    "acknowledged": "moves acknowledged; lost: none",
    "cut_off": "moves sent again after a cut; counted twice: none",
    "shown": "log entries sent to clients; missing: none",
    "returns": "reconnections",
    "matches": "matches finished; stuck: none",
    "back": "from a kill until all clients play again, median (worst)",
}
_FAULTS = {
    "fault": "fault",
    "times": "times",
    "refused": "commands refused meanwhile",
    "acknowledged": "moves acknowledged; lost: none",
    "matches": "matches",
}
_LEAKS = {
    "preset": "edition",
    "games": "games",
    "worlds": "other worlds",
    "frames": "frames compared",
    "answers": "answers compared",
    "sent": "bytes compared",
    "differences": "differences",
}
_PRACTICE = {
    "preset": "practice",
    "games": "games",
    "worlds": "other worlds",
    "frames": "frames compared",
    "reasons": "reasons compared",
    "hints": "hints compared",
    "differences": "differences",
}


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """What one machine ran, and the results."""

    date: str
    minutes: int
    machine: str
    parts: dict[str, Any]


def merged(runs: Sequence[Run]) -> dict[str, Any]:
    """The results of every part; of a part that several machines ran, the last ones."""
    return {name: runs[number].parts[name] for name, number in _used(runs).items()}


def _used(runs: Sequence[Run]) -> dict[str, int]:
    """Which run has the results of each part. A part that was not possible has none."""
    used: dict[str, int] = {}
    for number, run in enumerate(runs):
        for name, found in run.parts.items():
            if found is not None or name not in used:
                used[name] = number
    return used


def page(runs: Sequence[Run]) -> str:
    """The whole page."""
    parts = merged(runs)
    *disk, line = parts["faults"]
    what = line["what"]
    frames, flood, http = parts["frames"], parts["flood"], parts["http"]
    leaks = [found for name, found in parts.items() if name.startswith("leaks/")]
    practice = [found for name, found in parts.items() if name.startswith("practice/")]
    values: dict[str, Any] = {
        "runs": _runs(runs),
        "kills": _kills([parts["kills/SQLite"], parts["kills/PostgreSQL"]]),
        "several": _several(parts.get("several")),
        "faults": _table(_FAULTS, disk),
        **{name: what.get(name, 0) for name in ("dropped", "doubled", "swapped", "cut", "dead")},
        "stale": what.get("move/stale", 0),
        "line_acknowledged": line["acknowledged"],
        "line_matches": line["matches"],
        "frames": frames["frames"],
        "frame_tables": frames["tables"],
        "made_up": frames["made_up"],
        "memory_before": round(frames["memory_before"]),
        "memory_after": round(frames["memory_after"]),
        "answers": _table(
            {"answer": "answer", "frames": "frames"},
            [{"answer": f"`{c}`", "frames": n} for c, n in sorted(frames["answers"].items())],
        ),
        "flood": sum(flood.values()),
        "too_many": flood["frame/too-many"],
        "wire": parts["wire"],
        "requests": http["requests"],
        "operations": http["operations"],
        "statuses": ", ".join(f"{n:,} × {code}" for code, n in sorted(http["statuses"].items())),
        "leaks": _table(_LEAKS, leaks),
        **{
            name: sum(found[name] for found in leaks)
            for name in ("reconnections", "take_backs", "refusals")
        },
        "practice": _table(_PRACTICE, practice),
    }
    return TEMPLATE.read_text("utf-8").format_map({n: _cell(value) for n, value in values.items()})


def _runs(runs: Sequence[Run]) -> str:
    """The date and machine of each run, and if there are several which parts it has."""
    where = "server and clients together on one machine"
    if len(runs) == 1:
        [run] = runs
        return f"*Run on {run.date}, {run.minutes} minutes, {where}: {run.machine}.*"
    used = _used(runs)
    lines = [f"Results of {len(runs)} runs, each part with {where}:", ""]
    for number, run in enumerate(runs):
        names = ", ".join(_part_names([name for name, n in used.items() if n == number]))
        lines.append(f"- {run.date}, {run.minutes} minutes, {run.machine}: {names}")
    return "\n".join(lines)


def _part_names(parts: Sequence[str]) -> Iterator[str]:
    """Parts of the same kind together: `leaks (hanabi/cocktail, koikoi/nintendo)`."""
    kinds: dict[str, list[str]] = {}
    for part in parts:
        kind, _, of = part.partition("/")
        kinds.setdefault(kind, []).append(of)
    for kind, names in kinds.items():
        yield f"{kind} ({', '.join(names)})" if any(names) else kind


def _kills(found: list[dict[str, Any] | None]) -> str:
    columns = [each for each in found if each is not None]
    for each in columns:
        each["back"] = f"{each['back_median']:.1f} s ({each['back_worst']:.1f} s)"
    head = {"what": "", **{each["database"]: each["database"] for each in columns}}
    rows = [
        {"what": words, **{each["database"]: each[name] for each in columns}}
        for name, words in _KILLS.items()
    ]
    lacking = "" if len(columns) == 2 else "\n\nThere was no PostgreSQL on this machine."
    return _table(head, rows) + lacking


def _several(found: dict[str, Any] | None) -> str:
    if found is None:
        return (
            "Not part of this run. `python -m tests.server.soak_several` kills, updates, freezes "
            "and disconnects one of several processes on one PostgreSQL, round after round."
        )
    befallen = ", ".join(f"{what} ({times})" for what, times in found["befallen"].items())
    return (
        f"{found['processes']} server processes on one PostgreSQL, with the players of a table "
        f"connected to different ones; {found['rounds']} rounds, each with one failure: "
        f"{befallen}. {found['matches']:,} matches finished, and "
        f"{found['acknowledged']:,} moves of people were acknowledged. Lost: "
        f"{found['lost']}; counted twice: {found['twice']}; tables stuck: {found['stuck']}."
    )


def _table(head: dict[str, str], rows: list[dict[str, Any]]) -> str:
    """A Markdown table of rows by column name; a missing count is 0."""
    lines = ["| " + " | ".join(head.values()) + " |"]
    lines.append("|" + "|".join("---:" if n else "---" for n in range(len(head))) + "|")
    lines += ["| " + " | ".join(_cell(row.get(name, 0)) for name in head) + " |" for row in rows]
    return "\n".join(lines)


def _cell(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)

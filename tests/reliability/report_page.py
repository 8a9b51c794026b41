"""docs/reliability.md from the results of a soak and the template reliability.md in this folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.reliability.machine_info import described

WORDS = Path(__file__).parent / "reliability.md"

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


def page(results: dict[str, Any]) -> str:
    """The whole page."""
    parts = results["parts"]
    *disk, line = parts["faults"]
    what = line["what"]
    frames, flood, http = parts["frames"], parts["flood"], parts["http"]
    leaks = [found for name, found in parts.items() if name.startswith("leaks/")]
    practice = [found for name, found in parts.items() if name.startswith("practice/")]
    values: dict[str, Any] = {
        "at": results["at"],
        "minutes": results["minutes"],
        "machine": described(),
        "note": results.get("note", "The parts ran two at a time."),
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
    return WORDS.read_text("utf-8").format_map({n: _cell(value) for n, value in values.items()})


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

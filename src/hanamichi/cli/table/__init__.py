"""How each game shows itself in a terminal."""

from hanamichi.cli.table.face import Face, Story, face_for

__all__ = ["Face", "Story", "face_for"]

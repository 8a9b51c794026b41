"""What a browser shows where the server refuses the page itself: a sentence in its language.

Everything else is refused with a `Problem`, which the page says in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from hanamichi.server.protocol.http_bodies import Problem
from hanamichi.words.catalogue import pick_language

_MAX_RELOAD_SECONDS = 600
"""After a longer wait nobody looks at the page any more."""
_UNITS = ((100, 1, "second"), (100 * 60, 60, "minute"))
"""Below so many seconds a wait is said in these units, as in the client."""

_SENTENCES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "request/too-many": "That was too much at once.",
        "request/host": "This server does not answer to this name. Use the address you were "
        "given, or ask its owner to allow this one.",
        "request/not-found": "There is nothing at this address.",
        "server/full": "The server is full right now.",
        "server/internal": "Something went wrong on the server. Nothing is lost: try again in a "
        "moment.",
        "wait": "Try again in {time}. This page reloads by itself.",
        "second": "{n} second|{n} seconds",
        "minute": "{n} minute|{n} minutes",
        "hour": "{n} hour|{n} hours",
    },
    "fr": {
        "request/too-many": "C’était trop à la fois.",
        "request/host": "Ce serveur ne répond pas à ce nom. Utilisez l’adresse qu’on vous a "
        "donnée, ou demandez à son propriétaire d’autoriser celle-ci.",
        "request/not-found": "Il n’y a rien à cette adresse.",
        "server/full": "Le serveur est complet pour le moment.",
        "server/internal": "Quelque chose a mal tourné sur le serveur. Rien n’est perdu\u202f: "
        "réessayez dans un instant.",
        "wait": "Réessayez dans {time}. Cette page se recharge toute seule.",
        "second": "{n} seconde|{n} secondes",
        "minute": "{n} minute|{n} minutes",
        "hour": "{n} heure|{n} heures",
    },
    "es": {
        "request/too-many": "Era demasiado de una vez.",
        "request/host": "Este servidor no atiende por este nombre. Usa la dirección que te "
        "dieron o pide a su dueño que permita esta.",
        "request/not-found": "No hay nada en esta dirección.",
        "server/full": "El servidor está lleno en este momento.",
        "server/internal": "Algo ha ido mal en el servidor. Nada se ha perdido: inténtalo otra "
        "vez dentro de un momento.",
        "wait": "Vuelve a intentarlo dentro de {time}. Esta página se recarga sola.",
        "second": "{n} segundo|{n} segundos",
        "minute": "{n} minuto|{n} minutos",
        "hour": "{n} hora|{n} horas",
    },
    "de": {
        "request/too-many": "Das war zu viel auf einmal.",
        "request/host": "Auf diesen Namen hört der Server nicht. Nimm die Adresse, die du "
        "bekommen hast, oder bitte den Betreiber, diese zu erlauben.",
        "request/not-found": "Unter dieser Adresse gibt es nichts.",
        "server/full": "Der Server ist gerade voll.",
        "server/internal": "Auf dem Server ging etwas schief. Nichts ist verloren: Versuche es "
        "gleich noch einmal.",
        "wait": "Bitte in {time} noch einmal versuchen. Die Seite lädt sich selbst neu.",
        "second": "{n} Sekunde|{n} Sekunden",
        "minute": "{n} Minute|{n} Minuten",
        "hour": "{n} Stunde|{n} Stunden",
    },
}
"""The first sentences are those of the client, which a test compares."""
_PAGE = """<!doctype html>
<html lang="{lang}"><meta charset="utf-8"><title>Hanamichi</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">{reload}
<h1>Hanamichi</h1>
<p>{text}
<p lang="en"><small>{code}: {detail}</small>
</html>
"""
HTML = "text/html; charset=utf-8"


def wants_page(path: str, accept: str) -> bool:
    """Whether a browser asks for a page to show, and not our client or a program for data."""
    return "text/html" in accept and not path.startswith("/api/")


def refusal_page(problem: Problem, accept_language: str | None) -> bytes | None:
    """The page that says a refusal; None for those that do not occur where pages are asked for."""
    lang = pick_language(accept_language)
    words = _SENTENCES[lang]
    text = words.get(problem.code)
    if text is None:
        return None
    wait, reload = problem.retry_after, ""
    if isinstance(wait, int):
        text += " " + words["wait"].format(time=_time(words, wait))
        if wait <= _MAX_RELOAD_SECONDS:
            reload = f'\n<meta http-equiv="refresh" content="{wait}">'
    detail = escape(problem.message)  # which tells an owner what to set
    page = _PAGE.format(lang=lang, reload=reload, text=text, code=problem.code, detail=detail)
    return page.encode()


def _time(words: Mapping[str, str], seconds: int) -> str:
    length, unit = next(
        ((length, unit) for limit, length, unit in _UNITS if seconds < limit), (3600, "hour")
    )
    number = -(-seconds // length)
    one, _, more = words[unit].partition("|")
    return (one if number == 1 else more).format(n=number)

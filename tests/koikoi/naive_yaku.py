"""A second, naive implementation of the yaku from RULES, with sets of names."""

from collections.abc import Set

from hanamichi.koikoi import CARDS, KoiKoiOptions

LIGHTS = {"1L", "3L", "8L", "11L", "12L"}
ANIMALS = {"2A", "4A", "5A", "6A", "7A", "8A", "9A", "10A", "11A"}
RIBBONS = {"1R", "2R", "3R", "4R", "5R", "6R", "7R", "9R", "10R", "11R"}
POEMS = {"1R", "2R", "3R"}
BLUES = {"6R", "9R", "10R"}
TRIO = {"6A", "7A", "10A"}
PLAINS = {card.value for card in CARDS} - LIGHTS - ANIMALS - RIBBONS


def naive_yaku(pile: Set[str], options: KoiKoiOptions) -> dict[str, int]:
    """The points of every yaku that counts."""
    if options.cup_counts_once and "9A" in pile:
        rest = pile - {"9A"}
        as_animal = animals(pile, options) | plains(rest)
        as_plain = animals(rest, options) | plains(rest | {"cup"})
        best_use = max(as_animal, as_plain, key=lambda found: sum(found.values()))
    else:
        cup = {"cup"} if options.cup_is_plain and "9A" in pile else set()
        best_use = animals(pile, options) | plains(pile | cup)
    found = {}
    found.update(lights(pile, options))
    if options.viewing_yaku and {"8L", "9A"} <= pile:
        found["moon-viewing"] = 5
    if options.viewing_yaku and {"3L", "9A"} <= pile:
        found["flower-viewing"] = 5
    found.update(ribbons(pile, options))
    return found | best_use


def plains(pile: Set[str]) -> dict[str, int]:
    """`cup` is the sake cup where it is used as a plain card."""
    count = len(pile & (PLAINS | {"cup"}))
    return {"plains": 1 + (count - 10)} if count >= 10 else {}


def lights(pile: Set[str], options: KoiKoiOptions) -> dict[str, int]:
    mine = pile & LIGHTS
    rainy = "11L" in mine
    if len(mine) == 5:
        return {"five-lights": 10}
    if len(mine) == 4:
        return {"rainy-four": 7} if rainy else {"four-lights": 8}
    if len(mine) == 3 and (options.rain_man_counts or not rainy):
        return {"three-lights": 5}
    return {}


def animals(pile: Set[str], options: KoiKoiOptions) -> dict[str, int]:
    mine = pile & ANIMALS
    found = {}
    if mine >= TRIO:
        found["boar-deer-butterflies"] = 5 + len(mine - TRIO)
    if len(mine) >= 5:
        found["animals"] = 1 + (len(mine) - 5)
    return found if options.additive else best(found)


def ribbons(pile: Set[str], options: KoiKoiOptions) -> dict[str, int]:
    mine = pile & RIBBONS
    found = {}
    if mine >= POEMS:
        found["poem-ribbons"] = 5 + len(mine - POEMS)
    if mine >= BLUES:
        found["blue-ribbons"] = 5 + len(mine - BLUES)
    both = mine >= POEMS | BLUES
    if both and options.triad.value == "together":
        found = {"poem-and-blue": 10 + len(mine - POEMS - BLUES)}
    if len(mine) >= 5:
        found["ribbons"] = 1 + (len(mine) - 5)
    if not options.additive:
        found = best(found)
    if both and options.triad.value == "bonus":
        found["poem-and-blue"] = 3
    return found


def best(found: dict[str, int]) -> dict[str, int]:
    """The one with most points; of equals the one named first."""
    if not found:
        return {}
    name = max(found, key=lambda name: found[name])
    return {name: found[name]}

"""The rules of a Hanabi table, written from its options alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from hanamichi.hanabi.cards import CARDS, Suit
from hanamichi.hanabi.options import (
    Avalanche,
    HanabiOptions,
    deck_size,
    hand_size,
    variant_option,
)
from hanamichi.hanabi.scoring import points_of, rating_of
from hanamichi.hanabi.tiles import TILES
from hanamichi.hanabi.touch import ColourClues, ValueClues
from hanamichi.words.catalogue import Words
from hanamichi.words.hanabi_names import (
    rating_name,
    rating_text,
    suit_name,
    tile_name,
    tile_text,
)
from hanamichi.words.hanabi_variant_rules import VariantWriter
from hanamichi.words.rules_document import Section, Table, bullets, steps
from hanamichi.words.section_writer import PlayerNames

# The heights of the example's fireworks, and the cards missing on its black powder.
_EXAMPLE_HEIGHTS = (5, 3, 4, 1, 3, 2, 4, 2)
_EXAMPLE_MISSING = 2


def hanabi_sections(
    options: HanabiOptions, speech: Words, tables: tuple[int, ...], player: PlayerNames
) -> tuple[Section, ...]:
    """The whole rules, for tables of these numbers of players."""
    write = _Writer(options, speech, tables, player)
    return tuple(
        part
        for part in (
            write.aim(),
            write.components(),
            write.setup(),
            write.turn(),
            write.clue(),
            write.discard(),
            write.play(),
            write.completion(),
            write.tiles() if options.flamboyants else None,
            write.multicolour() if options.avalanche is not Avalanche.NONE else None,
            write.powder() if options.black_powder else None,
            write.special(),
            write.rare(),
            write.odd(),
            write.end(),
            write.score(),
            write.table(),
        )
        if part is not None
    )


class _Writer(VariantWriter):
    """One section a method, in the order of the page."""

    def __init__(
        self,
        options: HanabiOptions,
        speech: Words,
        tables: tuple[int, ...],
        player: PlayerNames,
    ) -> None:
        super().__init__(options, speech)
        self.tables = tables
        self.player = player

    def aim(self) -> Section:
        build = self.say(
            "aim.build", count=len(self.layout.suits), suits=self.names(self.layout.suits)
        )
        row = self.say("aim.row", count=self.layout.top, numbers=self.numbers())
        powder = self.maybe("aim.build_powder", when=self.options.black_powder)
        return self.section(
            "aim",
            self.say("aim.team", players=self.players()),
            _sentences(build, row, powder),
            self.say("aim.blind"),
        )

    def components(self) -> Section:
        options = self.options
        return self.section(
            "components",
            self.say("components.deck", count=deck_size(options)),
            bullets(*self.kinds_of_cards()),
            self.say("components.around"),
            bullets(
                self.say("components.tokens", count=options.clue_tokens),
                self.say("components.errors", count=options.errors),
                self.maybe("components.tiles", when=options.flamboyants, count=len(TILES)),
            ),
        )

    def kinds_of_cards(self) -> Iterator[str]:
        """The ordinary colours together, and every other suit."""
        colours = tuple(suit for suit in self.layout.colours if suit not in self.single())
        if colours:
            yield self.say(
                "components.colours" if colours[1:] else "components.single_colour",
                count=self.cards_of(colours[0]),
                colours=self.names(colours),
                values=self.values_of(colours[0]),
            )
        for suit in self.layout.suits:
            if suit not in colours:
                own = suit in (Suit.MULTICOLOUR, Suit.POWDER)
                yield self.say(
                    f"components.{suit.value if own else 'special'}",
                    count=self.cards_of(suit),
                    values=self.values_of(suit),
                    **({} if own else {"suit": suit_name(suit, self.lang)}),
                )

    def setup(self) -> Section:
        options = self.options
        deck = self.say("setup.deck", count=deck_size(options))
        if options.first_seat is None:
            first = self.say("setup.first_chance")
        else:
            first = self.say("setup.first_seat", player=self.player(options.first_seat))
        return self.section(
            "setup",
            steps(
                self.say("setup.tokens", count=options.clue_tokens),
                self.say("setup.errors", count=options.errors),
                self.maybe("setup.tiles", when=options.flamboyants, count=len(TILES)),
                f"{deck} {self.deal()}",
                self.say("setup.hold"),
                first,
            ),
        )

    def deal(self) -> str:
        if len(self.tables) == 1:
            (players,) = self.tables
            size = hand_size(self.options, players)
            left = deck_size(self.options) - players * size
            deal = self.say("setup.deal", count=size, players=players)
            return f"{deal} {self.say('setup.left', count=left)}"
        hands = [
            self.say(
                "setup.hand",
                count=size,
                players=self.speech.join([str(players) for players in group], "or"),
            )
            for size, group in groupby(self.tables, partial(hand_size, self.options))
        ]
        return self.say("setup.deal_by_number", hands=", ".join(hands))

    def turn(self) -> Section:
        return self.section(
            "turn",
            self.say("turn.choose"),
            bullets(self.say("turn.clue"), self.say("turn.discard"), self.say("turn.play")),
            self.say("turn.silence"),
        )

    def clue(self) -> Section:
        layout, options = self.layout, self.options
        colours, count = self.names(layout.nameable), len(layout.nameable)
        values = self.speech.join([str(value) for value in layout.values])
        what = self.say("clue.what", colour=self.names(layout.nameable[:1]), number=layout.top)
        if variant_option(options) is not None:
            what = self.say("clue.what_touched")
        named = self.say("clue.named", count=count, colours=colours)
        if options.colour_clues is ColourClues.NONE:
            named = self.say("clue.no_colours")
        numbers = self.say("clue.numbers", count=layout.top)
        if options.value_clues is ValueClues.NONE:
            numbers = self.say("clue.no_values")
        elif len(layout.values) < layout.top:
            numbers = self.say("clue.named_values", values=values)
        return self.section(
            "clue",
            self.say("clue.cost"),
            what,
            self.say("clue.whole"),
            _sentences(named, numbers),
            self.say("clue.empty", number=min(4, layout.top))
            if options.empty_clues
            else self.say("clue.not_empty"),
            *self.unusual_clues(),
        )

    def discard(self) -> Section:
        return self.section(
            "discard",
            self.say("discard.what_half" if self.options.half_tokens else "discard.what"),
            self.say("discard.full", count=self.options.clue_tokens),
            _sentences(
                self.say("discard.open"),
                self.say("discard.open_single", last=self.layout.top)
                if self.options.copies(self.layout.top) == 1
                else self.say("discard.open_copies"),
            ),
        )

    def play(self) -> Section:
        options = self.options
        from_deck = self.maybe("play.from_deck", when=options.deck_play)
        if from_deck and not options.final_bouquet:
            from_deck = f"{from_deck} {self.say('play.from_deck_last_round')}"
        return self.section(
            "play",
            self.say("play.what"),
            bullets(
                self.say("play.fits_powder" if options.black_powder else "play.fits"),
                self.say("play.fails"),
            ),
            self.say("play.draw"),
            from_deck,
        )

    def completion(self) -> Section:
        options = self.options
        if not options.flamboyants:
            token = "complete.token_half" if options.half_tokens else "complete.token"
            return self.section("complete", self.say(token))
        powder = "complete.powder_token"
        if options.tile_on_any_completion:
            powder = "complete.powder_tile"
        return self.section(
            "complete",
            self.say("complete.tile"),
            self.maybe(powder, when=options.black_powder),
        )

    def tiles(self) -> Section:
        # The last firework ends the game, so this many at most can ask for a tile.
        earning = len(self.layout.suits) - 1
        return self.section(
            "tiles",
            self.say("tiles.how"),
            bullets(
                *(f"{tile_name(tile, self.lang)}. {tile_text(tile, self.lang)}" for tile in TILES)
            ),
            self.say("tiles.limits"),
            self.maybe("tiles.used_up", when=earning > len(TILES)),
            self.say("tiles.final"),
        )

    def multicolour(self) -> Section:
        return self.section(
            "multicolour",
            self.say(f"multicolour.{self.options.avalanche.value}"),
            self.say("multicolour.own"),
        )

    def powder(self) -> Section:
        return self.section(
            "powder",
            _sentences(
                self.say("powder.down"),
                self.maybe("powder.single", when=self.options.last_copies == 1),
            ),
            self.say("powder.clue"),
            self.maybe("powder.two_blacks", when=Suit.BLACK in self.layout.colours),
        )

    def end(self) -> Section:
        options = self.options
        complete = self.say(
            "end.complete", count=len(self.layout.suits), maximum=self.layout.maximum
        )
        errors = self.say(
            "end.errors_kept" if options.keep_points else "end.errors", count=options.errors
        )
        if options.final_bouquet:
            return self.section(
                "end",
                self.say("end.bouquet"),
                bullets(complete, errors, self.say("end.indispensable"), self.say("end.stuck")),
                self.maybe("end.empty_hand_clue", when=options.empty_clues),
            )
        return self.section(
            "end",
            self.say("end.ways"),
            bullets(errors, complete, self.say("end.last_round")),
            self.maybe("end.last_round_tiles", when=options.flamboyants),
        )

    def score(self) -> Section:
        maximum = self.layout.maximum
        if self.options.final_bouquet:
            return self.section("score", self.say("score.bouquet", maximum=maximum))
        return self.section(
            "score",
            self.say("score.sum", maximum=maximum),
            self.maybe("score.powder", when=self.options.black_powder),
            self.example(),
            self.say("score.kept" if self.options.keep_points else "score.lost"),
            self.say("score.rated"),
            Table(
                (self.say("score.points"), self.say("score.verdict")),
                tuple(self.bands()),
            ),
        )

    def example(self) -> str:
        powder = self.options.black_powder
        heights = _EXAMPLE_HEIGHTS[: len(self.layout.suits) - powder]
        shown = tuple(min(height, self.layout.top) for height in heights)
        fireworks = (*shown, 5 - _EXAMPLE_MISSING) if powder else shown
        return self.say(
            "score.example_powder" if powder else "score.example",
            count=len(shown),
            heights=self.speech.join([str(height) for height in shown]),
            missing=_EXAMPLE_MISSING,
            score=points_of(self.options, fireworks),
        )

    def bands(self) -> list[tuple[str, str]]:
        """Each rating of this table's scores, with the scores that earn it."""
        maximum = self.layout.maximum
        rows = []
        for rating, scores in groupby(range(maximum + 1), lambda score: rating_of(score, maximum)):
            low, *rest = scores
            high = rest[-1] if rest else low
            if low == 0:
                points = self.say("score.up_to", high=high)
            else:
                points = f"{low}–{high}" if rest else f"{low}"
            verdict = f"{rating_name(rating, self.lang)}. {rating_text(rating, self.lang)}"
            rows.append((points, verdict))
        return rows

    def table(self) -> Section:
        return self.section("table", self.say("table.arrange"))

    # -- helpers of the sections ---------------------------------------------------------

    def numbers(self) -> str:
        """The numbers of a firework, as it grows."""
        return ", ".join(str(number) for number in range(1, self.layout.top + 1))

    def players(self) -> str:
        low, high = self.tables[0], self.tables[-1]
        return str(low) if low == high else self.speech.say("common.range", low=low, high=high)

    def cards_of(self, suit: Suit) -> int:
        return sum(self.layout.copies[card.index] for card in CARDS if card.suit is suit)

    def values_of(self, suit: Suit) -> str:
        """The numbers of a suit's cards, from the most common to the rarest."""
        cards = sorted((card for card in CARDS if card.suit is suit), key=lambda card: card.step)
        return ", ".join(
            str(card.number) for card in cards for _ in range(self.layout.copies[card.index])
        )


def _sentences(*said: str | None) -> str:
    """One paragraph."""
    return " ".join(sentence for sentence in said if sentence is not None)

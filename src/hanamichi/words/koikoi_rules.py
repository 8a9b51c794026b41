"""The rules of a Koi-Koi table, written from its options alone."""

from __future__ import annotations

from hanamichi.koikoi.cards import (
    ANIMALS,
    CARDS,
    MONTHS,
    POEM_RIBBONS,
    RIBBONS,
    Card,
    Kind,
    Ribbon,
    cards_in,
    mask_of,
)
from hanamichi.koikoi.options import (
    BothLucky,
    DealOrder,
    DrawnDealer,
    KoiKoiCalls,
    KoiKoiOptions,
    Triad,
    VoidDeals,
)
from hanamichi.koikoi.scoring import LUCKY_HAND_POINTS, stop_value
from hanamichi.koikoi.yaku import Yaku, YakuPoints, YakuRule, contests, total_of, yaku_made
from hanamichi.words.catalogue import Words
from hanamichi.words.koikoi_names import (
    card_name,
    factor_name,
    kind_name,
    month_name,
    plant_name,
    plant_reading,
    ribbon_name,
    yaku_name,
    yaku_reading,
)
from hanamichi.words.rules_document import Section, Table, bullets, steps
from hanamichi.words.section_writer import PlayerNames, Writer

_HAND = 8
# Seven points or more at every table, so that the example shows doubling too.
_EXAMPLE_RED = (Card.WISTERIA_RIBBON, Card.IRIS_RIBBON)
_EXAMPLE_PILE = POEM_RIBBONS | mask_of(_EXAMPLE_RED)
_DEALS = {DealOrder.TWOS: "deal.twos", DealOrder.FOURS: "deal.fours"}
_VOIDS = {
    VoidDeals.NEVER: "deal.void_never",
    VoidDeals.FOUR_OF_A_MONTH: "deal.void_month",
    VoidDeals.FOUR_OR_PAIRS: "deal.void_pairs",
}


def koikoi_sections(
    options: KoiKoiOptions,
    speech: Words,
    tables: tuple[int, ...],  # noqa: ARG001 - every game's writer is called alike
    player: PlayerNames,
) -> tuple[Section, ...]:
    """The whole rules."""
    write = _Writer(options, speech, player)
    return tuple(
        part
        for part in (
            write.aim(),
            write.cards(),
            write.dealer(),
            write.deal(),
            write.lucky() if options.lucky_hands else None,
            write.turn(),
            write.gaji() if options.gaji else None,
            write.yaku(),
            write.decide(),
            write.worth(),
            write.draw(),
            write.end(),
        )
        if part is not None
    )


class _Writer(Writer):
    """One section a method, in the order of the page."""

    def __init__(self, options: KoiKoiOptions, speech: Words, player: PlayerNames) -> None:
        super().__init__(speech, "koikoi")
        self.options = options
        self.player = player

    def aim(self) -> Section:
        return self.section(
            "aim",
            self.say("aim.duel"),
            self.say("aim.dare"),
            self.say("aim.match", count=self.options.rounds),
        )

    def cards(self) -> Section:
        kinds = [card.kind for card in CARDS]
        ribbons = [card.ribbon for card in CARDS]
        return self.section(
            "cards",
            self.say("cards.pack", count=len(CARDS)),
            bullets(
                self.say("cards.lights", count=kinds.count(Kind.LIGHT)),
                self.say("cards.animals", count=kinds.count(Kind.ANIMAL)),
                self.say(
                    "cards.ribbons",
                    count=kinds.count(Kind.RIBBON),
                    poem=ribbons.count(Ribbon.POEM),
                    red=ribbons.count(Ribbon.RED),
                    blue=ribbons.count(Ribbon.BLUE),
                ),
                self.say("cards.plains", count=kinds.count(Kind.PLAIN)),
            ),
            self.say(self.cup_key()),
            Table(
                (self.say("cards.month"), self.say("cards.plant"), self.say("cards.content")),
                tuple(self.month_row(month) for month in MONTHS),
            ),
        )

    def cup_key(self) -> str:
        if not self.options.cup_is_plain:
            return "cards.cup_is_animal"
        return "cards.cup_is_either" if self.options.cup_counts_once else "cards.cup_is_plain"

    def month_row(self, month: int) -> tuple[str, str, str]:
        japanese = f"{plant_reading(month)} {plant_name(month, 'ja')}"
        plant = f"{plant_name(month, self.lang)} ({japanese})"
        content = []
        plains = 0
        for card in (card for card in CARDS if card.month == month):
            if card.ribbon is not None:
                content.append(ribbon_name(card.ribbon, self.lang))
            elif card.motif is not None:
                kind = kind_name(card.kind, self.lang)
                content.append(f"{card_name(card, self.lang)} ({kind})")
            else:
                plains += 1
        if plains:
            content.append(self.say("cards.plain", count=plains))
        return _capitalised(month_name(month, self.lang)), plant, ", ".join(content)

    def dealer(self) -> Section:
        seat = self.options.first_dealer
        same = self.options.drawn_dealer is DrawnDealer.SAME
        after_win = self.say("dealer.next")
        after_draw = self.say("dealer.same" if same else "dealer.other")
        if seat is None:
            first = self.say("dealer.drawn")
        else:
            first = self.say("dealer.seat", player=self.player(seat))
        return self.section(
            "dealer",
            first,
            f"{after_win} {after_draw}",
        )

    def deal(self) -> Section:
        options = self.options
        return self.section(
            "deal",
            self.say(_DEALS[options.deal]),
            self.say("deal.then", hand=_HAND, field=_HAND, stock=len(CARDS) - 3 * _HAND),
            self.maybe("deal.swap", when=options.hand_swap),
            self.say(_VOIDS[options.void_deals]),
        )

    def lucky(self) -> Section:
        options = self.options
        draw = options.both_lucky is BothLucky.DRAW
        return self.section(
            "lucky",
            self.say("lucky.what", points=LUCKY_HAND_POINTS),
            self.say("lucky.both_draw" if draw else "lucky.both_play_on"),
            self.maybe("lucky.first", when=options.void_deals is not VoidDeals.NEVER),
        )

    def turn(self) -> Section:
        return self.section(
            "turn",
            self.say("turn.begin"),
            steps(self.say("turn.play"), self.say("turn.stock")),
            self.say("turn.match"),
            bullets(
                self.say("turn.match_none"),
                self.say("turn.match_one"),
                self.say("turn.match_two"),
                self.say("turn.match_three"),
            ),
            self.say("turn.pile"),
            self.say("turn.must" if self.options.must_capture else "turn.free"),
        )

    def gaji(self) -> Section:
        return self.section(
            "gaji",
            self.say("gaji.joker"),
            self.maybe("gaji.choice", when=self.options.must_capture),
            self.say("gaji.barred"),
            self.say("gaji.pair"),
            self.say("gaji.hiki"),
        )

    def yaku(self) -> Section:
        rules = [rule for contest in contests(self.options) for rule in contest.rules]
        rules.sort(key=lambda rule: list(Yaku).index(rule.yaku))
        return self.section(
            "yaku",
            self.say("yaku.intro"),
            Table(
                (self.say("yaku.name"), self.say("yaku.points"), self.say("yaku.content")),
                tuple(self.yaku_row(rule) for rule in rules),
            ),
            self.say("yaku.additive" if self.options.additive else "yaku.families"),
        )

    def yaku_row(self, rule: YakuRule) -> tuple[str, str, str]:
        asked = cards_in(rule.cards)
        text = self.say(
            self.yaku_key(rule.yaku),
            count=rule.needed - rule.required.bit_count(),
            cards=self.speech.join([card_name(card, self.lang) for card in asked]),
            plants=self.speech.join([plant_name(card.month, self.lang) for card in asked]),
        )
        if rule.grows_with:
            more = {ANIMALS: "animals", RIBBONS: "ribbons"}.get(rule.grows_with, "plains")
            text = f"{text} {self.say(f'yaku.more_{more}')}"
        japanese = f"{yaku_reading(rule.yaku)} {yaku_name(rule.yaku, 'ja')}"
        bonus = rule.yaku is Yaku.POEM_AND_BLUE and self.options.triad is Triad.BONUS
        # 003 has a name of its own for the bonus.
        name = self.say("yaku.triad_name") if bonus else yaku_name(rule.yaku, self.lang)
        return (
            _capitalised(name),
            f"+{rule.points}" if bonus else f"{rule.points}",
            f"{_capitalised(japanese)}. {text}",
        )

    def yaku_key(self, yaku: Yaku) -> str:
        options = self.options
        match yaku:
            case Yaku.THREE_LIGHTS if not options.rain_man_counts:
                variant = "-dry"
            case Yaku.POEM_AND_BLUE:
                variant = f"-{options.triad.value}"
            case Yaku.PLAINS if options.cup_counts_once:
                variant = "-either"
            case Yaku.PLAINS if options.cup_is_plain:
                variant = "-cup"
            case _:
                variant = ""
        return f"yaku.{yaku.value}{variant}"

    def decide(self) -> Section:
        one = self.options.koikoi_calls is KoiKoiCalls.ONE
        return self.section(
            "decide",
            self.say("decide.when"),
            bullets(self.say("decide.stop"), self.say("decide.koikoi")),
            self.say("decide.no_card"),
            self.say("decide.one" if one else "decide.unlimited"),
            self.say("decide.only"),
        )

    def worth(self) -> Section:
        options = self.options
        one = options.koikoi_calls is KoiKoiCalls.ONE
        own = options.own_calls_multiply
        made = yaku_made(_EXAMPLE_PILE, options)
        return self.section(
            "worth",
            self.say("worth.total"),
            bullets(
                self.maybe("worth.own_one" if one else "worth.own_many", when=own),
                self.say("worth.opponent"),
                self.say("worth.seven"),
            ),
            self.say("worth.product"),
            self.maybe("worth.annulled", when=own and not one),
            self.maybe("worth.own_nothing", when=not own),
            self.say(
                "worth.example",
                poem=POEM_RIBBONS.bit_count(),
                red=len(_EXAMPLE_RED),
                yaku=self.speech.join(
                    [f"{yaku_name(entry.yaku, self.lang)} ({entry.points})" for entry in made]
                ),
                total=total_of(made),
            ),
            bullets(
                self.say(
                    "worth.example_own",
                    sum=self.sum(made, standing_calls=1, opponent_called=False),
                ),
                self.say(
                    "worth.example_opponent",
                    sum=self.sum(made, standing_calls=0, opponent_called=True),
                ),
            ),
        )

    def sum(
        self, made: tuple[YakuPoints, ...], *, standing_calls: int, opponent_called: bool
    ) -> str:
        """What a stop would bring, as a calculation: `7 × 2 (…) = 14`."""
        value = stop_value(
            made, self.options, standing_calls=standing_calls, opponent_called=opponent_called
        )
        factors = [
            f"× {factor.times} ({factor_name(factor.name, self.lang)})" for factor in value.factors
        ]
        return " ".join((f"{value.total}", *factors, f"= {value.points}"))

    def draw(self) -> Section:
        return self.section("draw", self.say("draw.what"))

    def end(self) -> Section:
        return self.section("end", self.say("end.what", count=self.options.rounds))


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]

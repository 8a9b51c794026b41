import type { GameId } from '../net/messages.ts';

/** Smaller ones are not written as "±0.0". */
const SMALL_ERROR = 0.05;

/** How the numbers of a review are written: chances as percentages, scores as points. */
export class Formats {
  #value: Intl.NumberFormat;
  #loss: Intl.NumberFormat;
  #error: Intl.NumberFormat;
  #small: Intl.NumberFormat;
  #whole: Intl.NumberFormat;
  #points: Intl.NumberFormat;
  #accuracy: Intl.NumberFormat;
  #percent: boolean;

  constructor(locale: string, game: GameId) {
    const style = game === 'koikoi' ? 'percent' : 'decimal';
    const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    this.#value = new Intl.NumberFormat(locale, { style, ...digits });
    this.#loss = new Intl.NumberFormat(locale, { style, ...digits, signDisplay: 'exceptZero' });
    this.#error = new Intl.NumberFormat(locale, { ...digits });
    this.#small = new Intl.NumberFormat(locale, { maximumSignificantDigits: 1 });
    this.#whole = new Intl.NumberFormat(locale, { style, maximumFractionDigits: 0 });
    this.#points = new Intl.NumberFormat(locale, { ...digits, signDisplay: 'exceptZero' });
    this.#accuracy = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
    this.#percent = game === 'koikoi';
  }

  /** "53.2 %", "18.4". */
  value = (value: number): string => this.#value.format(value);

  /** On an axis: "50 %", "18". */
  whole = (value: number): string => this.#whole.format(value);

  /** "−6.2 %", "−0.8". */
  loss = (loss: number): string => this.#loss.format(-loss).replace('-', '−');

  /** Points of a round, with their sign: "+3.2". */
  points = (points: number): string => this.#points.format(points).replace('-', '−');

  /** Of 0 to 100: "68 %". */
  accuracy = (accuracy: number | null | undefined): string =>
    accuracy == null ? '–' : this.#accuracy.format(accuracy / 100);

  /** "±0.4", or "±0.02"; nothing if it is exact. */
  error = (error: number): string => {
    if (error <= 0) return '';
    const shown = this.#percent ? error * 100 : error;
    return `±${(shown < SMALL_ERROR ? this.#small : this.#error).format(shown)}`;
  };
}

/** A form for each plural category; `#` stands for the count. */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Chooses a plural form: `count(3, { one: '# card', other: '# cards' })` is "3 cards". */
export function counting(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replaceAll('#', numbers.format(count));
}

/** Joins a list: "Ana, Ben and Chloé". */
export function listing(
  language: string,
  type: Intl.ListFormatType = 'conjunction',
): (items: readonly string[]) => string {
  const list = new Intl.ListFormat(language, { type });
  return (items) => list.format(items);
}

/** A waiting time in words: "in 12 seconds", "in 3 hours", "in 7 days". */
export function waiting(language: string): (seconds: number) => string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  return (seconds) => {
    if (seconds < 100) return words.format(seconds, 'second');
    if (seconds < 100 * 60) return words.format(Math.ceil(seconds / 60), 'minute');
    if (seconds <= 48 * 3600) return words.format(Math.ceil(seconds / 3600), 'hour');
    return words.format(Math.ceil(seconds / (24 * 3600)), 'day');
  };
}

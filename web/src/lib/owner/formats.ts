/** Sizes and times, as the owner's page shows them. */
export interface Formats {
  bytes: (bytes: number) => string;
  milliseconds: (milliseconds: number) => string;
  number: (value: number) => string;
  day: (at: number) => string;
  time: (at: number) => string;
}

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function formatsOf(locale: string): Formats {
  const number = new Intl.NumberFormat(locale);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const milliseconds = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'millisecond',
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  });
  return {
    bytes: (bytes) => {
      const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3) - 1));
      const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: UNITS[step]!, maximumSignificantDigits: 3 });
      return unit.format(bytes / 1000 ** (step + 1));
    },
    milliseconds: (value) => milliseconds.format(value),
    number: (value) => number.format(value),
    day: (at) => day.format(at),
    time: (at) => time.format(at),
  };
}

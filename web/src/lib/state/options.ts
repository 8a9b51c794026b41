import type { Catalogue } from '../i18n/en.ts';
import type { OptionForm } from '../net/messages.ts';

/** An option's value in words. */
export function describeOption(option: OptionForm, value: unknown, t: Catalogue): string {
  const label = (item: unknown) => option.choices.find((choice) => choice.value === item)?.label ?? String(item);
  switch (option.kind) {
    case 'flag':
      return value ? t.common.on : t.common.off;
    case 'list':
      return t.and((value as unknown[]).map(label));
    case 'choice':
      return label(value);
    case 'number':
      return value === null ? label(null) : String(value);
  }
}

/** Whether two values of an option are equal; lists by their items in order. */
export function sameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The options that differ from a preset. */
export function differences(options: Record<string, unknown>, box: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => !sameValue(value, box[name])));
}

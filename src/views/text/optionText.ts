/** Options of limiters and schemes in words. */
import {
  catalogueEntryById,
  joinWithAnd,
  limiterName,
  type Lane,
  type LimiterSpec,
  type OptionValue,
  type SchemeKnob,
} from '../../sim/index.ts';
import { formatCount, formatNumber, pluralize } from '../format/numbers.ts';
import { formatDuration } from '../format/time.ts';

/** The value of an option, or its default: `full`, `1.5 s`, `Fixed window, own n 5`, `3, 1, 1`. */
export function optionText(knob: SchemeKnob, value: OptionValue | undefined): string {
  switch (knob.kind) {
    case 'weights':
      return Array.isArray(value) ? value.map(formatOptionNumber).join(', ') : 'equal';
    case 'seconds':
      return typeof value === 'number' ? formatDuration(value) : 'a tenth of T';
    case 'code':
      // What ends the last line begins no other.
      return typeof value === 'string'
        ? pluralize(value.replace(/\n$/, '').split('\n').length, 'line')
        : 'a token bucket';
    case 'limiter':
      return typeof value === 'object' && 'limiter' in value
        ? [limiterName(value.limiter), ...overrideParts(value)].join(', ')
        : limiterName(knob.default);
    default: {
      const plain = value ?? knob.default;
      if (typeof plain !== 'number') return typeof plain === 'string' ? plain : JSON.stringify(plain);
      return knob.kind === 'number' && knob.unit === 's' ? formatDuration(plain) : formatOptionNumber(plain);
    }
  }
}

/** As written: an option is exact, not a measurement. */
function formatOptionNumber(value: number): string {
  return formatNumber(value, 9);
}

/** The own settings of a limiter inside a scheme: limits, edition and options. */
export function overrideParts({ limiter, edition, policy, options }: LimiterSpec): readonly string[] {
  const { n, T, capacity } = policy;
  const editions = catalogueEntryById(limiter)?.editions ?? [];
  return [
    ...(n === undefined ? [] : [`own n ${formatCount(n)}`]),
    ...(T === undefined ? [] : [`own T ${formatDuration(T)}`]),
    ...(capacity === undefined ? [] : [`own capacity ${formatCount(capacity)}`]),
    ...(edition === 'published' && editions.length > 1 ? ['as published'] : []),
    ...changedOptionsText({ limiter, options }),
  ];
}

/** Options that differ from their defaults, and the limits of a stack: `start empty`, `of GCRA and Fixed window (own n 5)`. */
export function changedOptionsText({
  limiter,
  options,
  of,
}: Pick<Lane, 'limiter' | 'options' | 'of'>): readonly string[] {
  const changed = (catalogueEntryById(limiter)?.knobs ?? [])
    .filter((knob) => !isDefault(knob, options[knob.id]))
    .map((knob) => `${knob.label.toLowerCase()} ${optionText(knob, options[knob.id])}`);
  return of === undefined ? changed : [...changed, `of ${joinWithAnd(of.map(stackedText))}`];
}

/** `Fixed window (own n 5, for all keys)` */
function stackedText(limit: NonNullable<Lane['of']>[number]): string {
  const details = [...overrideParts(limit), ...(limit.key === 'all' ? ['for all keys'] : [])];
  const name = limit.label ?? limiterName(limit.limiter);
  return details.length === 0 ? name : `${name} (${details.join(', ')})`;
}

function isDefault(knob: SchemeKnob, value: OptionValue | undefined): boolean {
  if (knob.kind === 'choice' || knob.kind === 'number') return value === undefined || value === knob.default;
  return optionText(knob, value) === optionText(knob, undefined);
}

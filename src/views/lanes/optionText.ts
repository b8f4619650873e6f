/** Options of limiters and schemes in words. */
import { describedById, type Lane, type SchemeKnob } from '../../sim/index.ts';
import { count, number } from '../format/numbers.ts';
import { duration } from '../format/time.ts';

type Value = Lane['options'][string];
type Limiting = Extract<Value, { readonly limiter: string }>;

/** What an option is set to, or is without being set: `full`, `1.5 s`, `Fixed window, own n 5`, `3, 1, 1`. */
export function optionText(knob: SchemeKnob, value: Value | undefined): string {
  switch (knob.kind) {
    case 'weights':
      return Array.isArray(value) ? value.map(figure).join(', ') : 'all alike';
    case 'seconds':
      return typeof value === 'number' ? duration(value) : 'a tenth of T';
    case 'limiter':
      return typeof value === 'object' && 'limiter' in value
        ? [nameOf(value.limiter), ...ownParts(value)].join(', ')
        : nameOf(knob.default);
    default: {
      const plain = value ?? knob.default;
      if (typeof plain !== 'number') return typeof plain === 'string' ? plain : JSON.stringify(plain);
      return knob.kind === 'number' && knob.unit === 's' ? duration(plain) : figure(plain);
    }
  }
}

/** As it was written: an option is not measured. */
function figure(value: number): string {
  return number(value, 9);
}

function nameOf(id: string): string {
  return describedById(id)?.name ?? id;
}

/** What a limiter within a scheme has of its own: its limits, its edition and its options. */
export function ownParts({ limiter, edition, policy, options }: Limiting): readonly string[] {
  const { n, T, capacity } = policy;
  const editions = describedById(limiter)?.editions ?? [];
  return [
    ...(n === undefined ? [] : [`own n ${count(n)}`]),
    ...(T === undefined ? [] : [`own T ${duration(T)}`]),
    ...(capacity === undefined ? [] : [`own capacity ${count(capacity)}`]),
    ...(edition === 'published' && editions.length > 1 ? ['as published'] : []),
    ...optionWords({ limiter, options }),
  ];
}

/** Options that differ from their defaults: `start empty`. */
export function optionWords({ limiter, options }: Pick<Lane, 'limiter' | 'options'>): readonly string[] {
  return (describedById(limiter)?.knobs ?? [])
    .filter((knob) => !isUsual(knob, options[knob.id]))
    .map((knob) => `${knob.label.toLowerCase()} ${optionText(knob, options[knob.id])}`);
}

function isUsual(knob: SchemeKnob, value: Value | undefined): boolean {
  if (knob.kind === 'choice' || knob.kind === 'number') return value === undefined || value === knob.default;
  return optionText(knob, value) === optionText(knob, undefined);
}

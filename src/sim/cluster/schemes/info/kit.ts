/** What the descriptions of schemes share: options, gauges and reasons. */
import type { Gauge, Knob } from '../../../limiters/limiter.ts';

export function choiceKnob(
  id: string,
  label: string,
  choices: readonly string[],
  defaultValue: string,
  help: string,
): Knob {
  return { kind: 'choice', id, label, choices, default: defaultValue, help };
}

export function integerKnob(
  id: string,
  label: string,
  [min, max]: readonly [number, number],
  defaultValue: number,
  help: string,
): Knob {
  return { kind: 'number', id, label, min, max, integer: true, unit: '', default: defaultValue, help };
}

export function secondsKnob(
  id: string,
  label: string,
  [min, max]: readonly [number, number],
  defaultValue: number,
  help: string,
): Knob {
  return { kind: 'number', id, label, min, max, integer: false, unit: 's', default: defaultValue, help };
}

/** Every scheme has both. */
export const COMMON_KNOBS: readonly Knob[] = [
  secondsKnob('timeout', 'Timeout', [0.000001, 3_600], 0.1, 'A command fails if it is not answered within this time.'),
  choiceKnob(
    'fallback',
    'Fallback',
    ['deny', 'allow', 'local'],
    'deny',
    'How a node decides when the store does not answer, or answers with an error.',
  ),
];

/** A count of permits that is full at n. */
export const COUNT_GAUGE: Gauge = {
  unit: ['permit', 'permits'],
  denySide: 'ceiling',
  full: (params) => params['n'] as number,
  boundBy: () => 'n',
  low: () => 0,
};

/** A count that refused requests add to as well, so that it passes n. */
export const REFUSALS_COUNT_GAUGE: Gauge = { ...COUNT_GAUGE, unit: ['permit counted', 'permits counted'] };

/** Indexed by verdict. */
export const COUNT_REASONS: readonly string[] = ['the count had room', '', 'the count is full', 'the cost is above n'];

/** The gauge of a scheme with an embedded limiter while its limiter is unknown. */
export const PLACEHOLDER_GAUGE: Gauge = { unit: ['permit', 'permits'], denySide: 'floor', full: () => 1, low: () => 0 };

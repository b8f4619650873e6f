import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../sim/index.ts';
import {
  alsoHolds,
  checkPhaseField,
  converted,
  COST,
  fieldsOf,
  isRunnable,
  KEYS,
  RUNNABLE,
  valueIn,
  withValue,
  type Runnable,
} from './phaseFields.ts';

function phase(entry: object): Runnable {
  const parsed = parseScenario({ traffic: [entry] });
  if (!parsed.ok) throw new TypeError(JSON.stringify(parsed.problems));
  const [first] = parsed.scenario.traffic;
  if (first === undefined || !isRunnable(first)) throw new TypeError('not a kind that runs');
  return first;
}

const steady = phase({ kind: 'steady', from: 9, to: 9.95, rate: 10, key: 'b', cost: 2, stream: 7 });
const ramp = phase({ kind: 'ramp', to: 60, rate: [1, 20] });
const field = (entry: Runnable, label: string) => {
  const found = fieldsOf(entry.kind).find((one) => one.label === label);
  if (found === undefined) throw new TypeError(`no field ${label}`);
  return found;
};

describe('the fields of a phase', () => {
  it('show what the phase holds', () => {
    expect(fieldsOf('steady').map((one) => valueIn(steady, one, 24))).toEqual([9, 9.95, 10]);
    expect(fieldsOf('ramp').map((one) => valueIn(ramp, one, 24))).toEqual([0, 60, 1, 20]);
    expect(valueIn(phase({ kind: 'steady', rate: 1, keys: { count: 30 } }), KEYS, 24)).toBe(30);
  });

  it('show the end of the run where the phase has none of its own', () => {
    const open = phase({ kind: 'steady', from: 9, rate: 10 });
    expect(valueIn(open, field(open, 'To'), 24)).toBe(24);
    expect(valueIn(open, field(open, 'To'), 3)).toBe(9);
  });

  it('put a value in its place and leave the rest', () => {
    expect(withValue(steady, field(steady, 'Rate'), 5)).toEqual({ ...steady, rate: 5 });
    expect(withValue(ramp, field(ramp, 'Rate at the end'), 5)).toEqual({ ...ramp, rate: [1, 5] });
    const pooled = phase({ kind: 'steady', rate: 1, keys: { count: 30, share: 'zipf' } });
    expect(withValue(pooled, KEYS, 5)).toEqual({ ...pooled, keys: { count: 5, share: 'zipf' } });
  });

  it.each([
    [steady, 'Rate', '0', 'rate is 0. It may be a number above 0, at most 1,000,000,000.'],
    [steady, 'To', '8', 'to is 8. It may be a number of seconds from 9, where it begins, to 2,592,000.'],
    [steady, 'From', '10', 'from is 10. It may be a number of seconds from 0 to 9.95, where it ends.'],
    [steady, 'From', '-1', 'from is −1. It may be a number of seconds from 0 to 2,592,000.'],
    [ramp, 'Rate at first', 'x', 'rate is "x". It may be a number from 0 to 1,000,000,000.'],
    [
      phase({ kind: 'burst', at: 0, count: 1 }),
      'Count',
      '1.5',
      'count is 1.5. It may be a whole number from 1 to 1,000,000,000.',
    ],
  ])('%j refuses %s %j', (entry, label, text, error) =>
    expect(checkPhaseField(entry, field(entry, label), text)).toEqual({ error }),
  );

  it('take seconds in other units', () => {
    expect(checkPhaseField(steady, field(steady, 'From'), '500 ms')).toEqual({ value: 0.5 });
    expect(checkPhaseField(steady, COST, '3')).toEqual({ value: 3 });
  });
});

describe('a phase of another kind', () => {
  const entries = [
    steady,
    ramp,
    phase({ kind: 'steady', rate: 1_000_000 }),
    phase({ kind: 'poisson', from: 3, rate: 0.001 }),
    phase({ kind: 'burst', at: 58, count: 100, spread: 2 }),
    phase({ kind: 'burst', at: 58, count: 100 }),
    phase({ kind: 'times', at: [3, 1, 2], key: ['x', 'y', 'z'], cost: [4, 5, 6], clicks: true }),
    phase({ kind: 'times' }),
    phase({ kind: 'on-off', rate: 20, on: 2, off: 8, keys: { count: 5 }, cost: { of: [1, 5] } }),
    phase({ kind: 'daily', mean: 5, label: 'bad', timeout: 3 }),
  ];
  const pairs = entries.flatMap((entry) => RUNNABLE.map((kind) => [entry.kind, kind, entry] as const));

  it.each(pairs)('%s to %s is one that the format takes, in the same stream', (_, kind, entry) => {
    const other = converted(entry, kind, 24);
    const parsed = parseScenario({ traffic: [other] });
    expect(parsed).toMatchObject({ ok: true });
    expect(other).toMatchObject({ kind, stream: entry.stream });
  });

  it('keeps time, number, key and cost', () => {
    expect(converted(steady, 'burst', 24)).toEqual({
      kind: 'burst',
      at: 9,
      count: 10,
      spread: 0,
      key: 'b',
      cost: 2,
      stream: 7, // prettier-ignore
    });
    expect(converted(phase({ kind: 'burst', at: 58, count: 100, spread: 2 }), 'steady', 99)).toMatchObject({
      from: 58,
      to: 60,
      rate: 50,
    });
  });

  it('writes few and even requests out', () => {
    expect(converted(steady, 'times', 24)).toMatchObject({
      at: [9, 9.1, 9.2, 9.3, 9.4, 9.5, 9.6, 9.7, 9.8, 9.9],
      key: 'b',
      clicks: false,
    });
    expect(converted(phase({ kind: 'steady', rate: 1_000 }), 'times', 24)).toMatchObject({ at: [0] });
  });
});

it('what has no field is named', () => {
  expect(alsoHolds(steady)).toBe('');
  expect(alsoHolds(phase({ kind: 'steady', rate: 1, label: 'bad', timeout: 3 }))).toBe(
    'Also kept: its requests count as bad; each gives up waiting after 3 s.',
  );
});

import { describe, expect, it } from 'vitest';
import { problemMessages } from '../scenario/testing.ts';
import { scenarioOf } from '../scenario/scenario.ts';
import { convertEntry, offeredKinds, type EntryOfKind, type TrafficEntry } from './index.ts';

const parsePhase = (entry: object) => scenarioOf({ traffic: [entry] }).traffic[0] as TrafficEntry;
const RUN = { end: 24, limit: 2 };
const steady = parsePhase({ kind: 'steady', from: 9, to: 9.95, rate: 10, key: 'b', cost: 2, stream: 7 });
const entries = [
  steady,
  parsePhase({ kind: 'ramp', to: 60, rate: [1, 20] }),
  parsePhase({ kind: 'ramp', to: 60, rate: [1e9, 1e9] }),
  parsePhase({ kind: 'steady', rate: 1_000_000_000 }),
  parsePhase({ kind: 'poisson', from: 3, rate: 0.001 }),
  parsePhase({ kind: 'burst', at: 58, count: 100, spread: 2 }),
  parsePhase({ kind: 'burst', at: 58, count: 1_000_000_000, spread: 0.001 }),
  parsePhase({ kind: 'burst', at: 2_592_000, count: 1 }),
  parsePhase({ kind: 'times', at: [3, 1, 2], key: ['x', 'y', 'z'], cost: [4, 5, 6], clicks: true }),
  parsePhase({ kind: 'times' }),
  parsePhase({ kind: 'on-off', rate: 20, on: 2, off: 8, keys: { count: 5 }, cost: { of: [1, 5] } }),
  parsePhase({ kind: 'daily', mean: 5, label: 'bad', timeout: 3 }),
  parsePhase({
    kind: 'clients',
    from: 1,
    to: 9,
    count: 20,
    rate: 1,
    keys: 'own',
    maxTries: 5,
    retry: { strategy: 'backoff' },
  }),
  parsePhase({ kind: 'clients', phases: [{ jobs: 10, rate: 1 }], keys: { count: 5, share: 'zipf' }, retry: { strategy: 'retry-poll' } }), // prettier-ignore
  parsePhase({ kind: 'clients', count: 1_000_000, retry: { strategy: 'careless', every: 0.000001 } }),
  parsePhase({ kind: 'clients', retry: { strategy: 'abuser', a: 1_000_000 } }),
  parsePhase({ kind: 'script', code: 'send(1);', label: 'good', timeout: 1, key: 'c', cost: 3 }),
];

describe('a phase converted to another kind', () => {
  const pairs = entries.flatMap((entry) => offeredKinds.map((kind) => [entry.kind, kind, entry] as const));

  it.each(pairs)('%s to %s is valid in the format, and keeps its stream', (_, kind, entry) => {
    const other = convertEntry(entry, kind, RUN);
    expect(problemMessages({ traffic: [other] })).toEqual([]);
    expect(other).toMatchObject({ kind, stream: entry.stream });
  });

  it.each(pairs)('%s to %s keeps cost, label and timeout', (_, kind, entry) => {
    const { label, timeout } = convertEntry(entry, kind, RUN);
    expect({ label, timeout }).toEqual({ label: entry.label, timeout: entry.timeout });
    if (typeof entry.key === 'string') expect(convertEntry(entry, kind, RUN).key).toBe(entry.key);
    if (typeof entry.cost === 'number') expect(convertEntry(entry, kind, RUN).cost).toBe(entry.cost);
  });

  it('keeps time, count, key and cost', () => {
    expect(convertEntry(steady, 'burst', RUN)).toEqual({
      kind: 'burst',
      at: 9,
      count: 10,
      spread: 0,
      key: 'b',
      cost: 2,
      stream: 7,
    });
    expect(convertEntry(parsePhase({ kind: 'burst', at: 58, count: 100, spread: 2 }), 'steady', RUN)).toMatchObject({
      from: 58,
      to: 60,
      rate: 50,
    });
  });

  it('lists a few evenly spaced requests', () => {
    expect(convertEntry(steady, 'times', RUN)).toMatchObject({
      at: [9, 9.1, 9.2, 9.3, 9.4, 9.5, 9.6, 9.7, 9.8, 9.9],
      key: 'b',
      clicks: false,
    });
    expect(convertEntry(parsePhase({ kind: 'steady', rate: 1_000 }), 'times', RUN)).toMatchObject({ at: [0] });
  });

  it('turns open-loop requests into the jobs of one client', () => {
    const { count, rate, from, to, arrivals, keys, key } = convertEntry(
      steady,
      'clients',
      RUN,
    ) as EntryOfKind<'clients'>;
    expect({ count, rate, from, to, arrivals, keys, key }).toEqual({
      count: 1,
      rate: 10,
      from: 9,
      to: 9.95,
      arrivals: 'steady',
      keys: 'shared',
      key: 'b',
    });
    expect(convertEntry(parsePhase({ kind: 'poisson', rate: 5 }), 'clients', RUN)).toMatchObject({
      arrivals: 'poisson',
    });
    expect(
      convertEntry(parsePhase({ kind: 'steady', rate: 5, keys: { count: 3, share: 'zipf' } }), 'clients', RUN),
    ).toMatchObject({ keys: { count: 3, share: 'zipf' } });
  });

  it.each([
    // 20 clients, each with its own key
    [
      { kind: 'clients', count: 20, rate: 1, to: 9 },
      { rate: 20, from: 0, to: 9, keys: { count: 20, share: 'even' } },
    ],
    [{ kind: 'clients', count: 3, rate: 2, keys: 'shared' }, { rate: 6 }],
    // 20 jobs in 15 seconds
    [{ kind: 'clients', phases: [{ jobs: 10, rate: 1 }, { jobs: 10, rate: 2 }] }, { rate: 1.333333 }], // prettier-ignore
    [{ kind: 'clients', retry: { strategy: 'careless', every: 0.1 } }, { rate: 10 }],
    [{ kind: 'clients', retry: { strategy: 'abuser', a: 3 } }, { rate: 6 }],
    [
      { kind: 'script', code: '' },
      { rate: 2, from: 0 },
    ],
  ])('makes of %j as many requests as there are jobs', (entry, expected) =>
    expect(convertEntry(parsePhase(entry), 'steady', RUN)).toMatchObject(expected),
  );

  it.each([
    [steady, 'for (let k = 0; 9 + k / 10 < 9.95; k++) {\n  send(9 + k / 10);\n}\n'],
    [parsePhase({ kind: 'poisson', rate: 5 }), 'for (let k = 0; k / 5 < duration; k++) {\n  send(k / 5);\n}\n'],
    [parsePhase({ kind: 'times', at: [3, 1, 2] }), 'for (const at of [3, 1, 2]) send(at);\n'],
    [parsePhase({ kind: 'burst', at: 5, count: 4, spread: 2 }), 'for (const at of [5, 5.5, 6, 6.5]) send(at);\n'],
  ])('as a script is a program that sends the same: %#', (entry, code) =>
    expect(convertEntry(entry, 'script', RUN)).toMatchObject({ kind: 'script', code }),
  );
});

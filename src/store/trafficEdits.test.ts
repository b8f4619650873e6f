import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryScenarios } from '../sim/scenario/arbitraries.testing.ts';
import {
  durationOf,
  microsFromSeconds,
  minimalDocument,
  parseScenario,
  scenarioOf,
  SECOND,
  loadSystems,
  type Scenario,
  type TrafficEntry,
} from '../sim/index.ts';
import { withClicks } from './scenarioEdits.ts';
import {
  runEnd,
  phaseSpan,
  hasSettableRate,
  isStretchable,
  withItemsMoved,
  withPhaseRate,
  phaseRates,
  requestCountOf,
  trafficItemsText,
  withPhaseEnd,
  itemsWithin,
  withoutItems,
  type TrafficItems,
} from './trafficEdits.ts';

await loadSystems();

/** A run of 100 s with these phases. */
function run(...traffic: readonly object[]): Scenario {
  return scenarioOf({ policy: { n: 10, T: 10 }, duration: 100, traffic });
}

/** The phases as documents have them; which chances they draw is left to the laws below. */
function told({ traffic }: Scenario): unknown {
  return minimalDocument({ ...run(), traffic: traffic.map((entry, stream) => ({ ...entry, stream })) })['traffic'];
}

const whole = (...phases: readonly number[]): TrafficItems => ({ phases, requests: new Map() });
const some = (phase: number, ...places: readonly number[]): TrafficItems => ({
  phases: [],
  requests: new Map([[phase, new Set(places)]]),
});

describe('moving', () => {
  it.each<[string, object, number, object]>([
    ['both ends', { kind: 'steady', from: 9, to: 9.95, rate: 1 }, 0.1, { from: 9.1, to: 10.05 }],
    ['an end that is open stays open', { kind: 'poisson', from: 9, rate: 1 }, -2.5, { from: 6.5 }],
    ['not before 0', { kind: 'ramp', from: 2, to: 5, rate: [1, 2] }, -7, { from: 0, to: 3 }],
    ['not past the end of the run', { kind: 'steady', from: 2, to: 5, rate: 1 }, 500, { from: 97, to: 100 }],
    ['what is open keeps a millisecond', { kind: 'steady', from: 2, rate: 1 }, 500, { from: 99.999 }],
    ['what was past the end goes no further', { kind: 'steady', from: 90, to: 120, rate: 1 }, 5, {}],
    ['and comes back', { kind: 'steady', from: 90, to: 120, rate: 1 }, -5, { from: 85, to: 115 }],
    ['a burst', { kind: 'burst', at: 58, count: 100, spread: 3 }, 50, { at: 97 }],
    ['all instants', { kind: 'times', at: [3, 1, 2] }, -1.5, { at: [2, 0, 1] }],
    ['without rounding errors', { kind: 'times', at: [0.1] }, 0.2, { at: [0.3] }],
    ['a script stays', { kind: 'script', code: '' }, 5, {}],
  ])('%s', (_, entry, by, change) => {
    const before = run(entry);
    expect(told(withItemsMoved(before, whole(0), by * SECOND))).toEqual(told(run({ ...entry, ...change })));
  });

  it('takes single requests along, and keeps to the room that the first and the last of all leave', () => {
    const before = run({ kind: 'times', at: [10, 20, 30] }, { kind: 'steady', from: 40, to: 95, rate: 1 });
    const both: TrafficItems = { phases: [1], requests: new Map([[0, new Set([0, 2])]]) };
    expect(told(withItemsMoved(before, both, 8 * SECOND))).toEqual([
      { kind: 'times', at: [15, 20, 35] },
      { kind: 'steady', from: 45, to: 100, rate: 1 },
    ]);
    const back = withItemsMoved(before, both, -30 * SECOND);
    expect(back.traffic[0]).toMatchObject({ kind: 'times', at: [0, 20, 20] });
  });

  it('nowhere, or of nothing, is the scenario itself', () => {
    const before = run({ kind: 'times', at: [10] }, { kind: 'script', code: '' });
    expect(withItemsMoved(before, whole(0), 0)).toBe(before);
    expect(withItemsMoved(before, whole(1), 5)).toBe(before);
    expect(withItemsMoved(before, whole(), 5)).toBe(before);
    expect(withItemsMoved(before, some(0), 5)).toBe(before);
  });

  it('leaves the run as long as it was where its length follows the traffic', () => {
    const before = scenarioOf({
      policy: { n: 1, T: 10 },
      traffic: [
        { kind: 'steady', rate: 1 },
        { kind: 'burst', at: 50, count: 3 },
      ],
    });
    expect(durationOf(before)).toBe(60);
    expect(durationOf(withItemsMoved(before, whole(1), -40 * SECOND))).toBe(60);
    expect(withItemsMoved(before, whole(1), 5 * SECOND).duration).toBeUndefined();
    expect(durationOf(withoutItems(before, whole(1)))).toBe(60);
  });
});

describe('stretching', () => {
  const steady = { kind: 'steady', from: 10, to: 20, rate: 1 };
  it.each<[string, object, 'from' | 'to', number, object]>([
    ['the beginning', steady, 'from', 4, { from: 4 }],
    ['the end', steady, 'to', 44, { to: 44 }],
    ['not before 0', steady, 'from', -4, { from: 0 }],
    ['not past the end of the run', steady, 'to', 144, { to: 100 }],
    ['the beginning not past the end', steady, 'from', 40, { from: 19.5 }],
    ['the end not before the beginning', steady, 'to', 4, { to: 10.5 }],
    ['what is shorter already gets no shorter', { ...steady, to: 10.2 }, 'to', 4, {}],
    ['an open end is put before the end', { kind: 'steady', from: 10, rate: 1 }, 'to', 60, { to: 60 }],
    ['and stays open at it', { kind: 'steady', from: 10, rate: 1 }, 'to', 160, {}],
    ['an open end stays when the beginning goes', { kind: 'steady', from: 10, rate: 1 }, 'from', 7, { from: 7 }],
    ['what ends after the run keeps what it has', { ...steady, to: 130 }, 'to', 125, { to: 125 }],
    ['a burst is spread', { kind: 'burst', at: 10, count: 5 }, 'to', 12.5, { spread: 2.5 }],
    ['from its beginning too', { kind: 'burst', at: 10, count: 5, spread: 1 }, 'from', 8, { at: 8, spread: 3 }],
    [
      'over no more than the longest run',
      { kind: 'burst', at: 20, count: 5, spread: 2_591_990 },
      'from',
      0,
      { at: 10, spread: 2_592_000 },
    ],
    ['and gathered at one instant', { kind: 'burst', at: 10, count: 5, spread: 1 }, 'from', 18, { at: 11, spread: 0 }],
    ['instants have no ends', { kind: 'times', at: [10, 20] }, 'to', 30, {}],
    ['nor has a script', { kind: 'script', code: '' }, 'to', 30, {}],
  ])('%s', (_, entry, side, at, change) => {
    const next = withPhaseEnd(run(entry), 0, side, at * SECOND, SECOND / 2);
    expect(told(next)).toEqual(told(run({ ...entry, ...change })));
  });
});

describe('setting the rate', () => {
  it.each<[string, object, 0 | 1, number, object]>([
    ['to two digits', { kind: 'steady', rate: 1 }, 0, 12.345, { rate: 12 }],
    ['however small', { kind: 'poisson', rate: 1 }, 0, 0.000_123_4, { rate: 0.000_12 }],
    ['never to nothing', { kind: 'on-off', rate: 1, on: 1, off: 1 }, 0, 0, {}],
    ['at most what the format takes', { kind: 'steady', rate: 1 }, 0, 1e12, { rate: 1e9 }],
    ['of a ramp the first', { kind: 'ramp', rate: [1, 20] }, 0, 5, { rate: [5, 20] }],
    ['of a ramp the last', { kind: 'ramp', rate: [1, 20] }, 1, 0, { rate: [1, 0] }],
    ['of a ramp not both to nothing', { kind: 'ramp', rate: [1, 0] }, 0, 0, {}],
    ['of a day its mean', { kind: 'daily', mean: 1 }, 0, 5.55, { mean: 5.5 }],
    ['of a burst its count', { kind: 'burst', at: 1, count: 5 }, 0, 47.7, { count: 48 }],
    ['of one that is spread its count too', { kind: 'burst', at: 1, count: 5, spread: 3 }, 0, 4, { count: 12 }],
    ['of a burst one at least', { kind: 'burst', at: 1, count: 5 }, 0, 0.1, { count: 1 }],
    ['of clients with a rate', { kind: 'clients', rate: 1 }, 0, 3, { rate: 3 }],
    ['of many clients all of theirs', { kind: 'clients', rate: 1, count: 20 }, 0, 10, { rate: 0.5 }],
    ['of clients without not', { kind: 'clients', phases: [{ jobs: 1, rate: 1 }] }, 0, 3, {}],
    ['of instants not', { kind: 'times', at: [1, 2] }, 0, 3, {}],
  ])('%s', (_, entry, which, rate, change) => {
    expect(told(withPhaseRate(run(entry), 0, which, rate))).toEqual(told(run({ ...entry, ...change })));
  });

  it('to what it is leaves the scenario itself', () => {
    const before = run({ kind: 'steady', rate: 3 });
    expect(withPhaseRate(before, 0, 0, 3)).toBe(before);
  });
});

describe('several', () => {
  const three = run(
    { kind: 'times', at: [5, 1, 3], key: ['x', 'y', 'z'], cost: [1, 2, 3] },
    { kind: 'steady', from: 2, to: 4, rate: 1 },
    { kind: 'poisson', from: 4, rate: 1 },
    { kind: 'burst', at: 3, count: 9 },
  );

  it('are what lies within a stretch of time: phases when wholly, requests one by one', () => {
    const found = itemsWithin(three, 2 * SECOND, 5 * SECOND);
    expect(found.phases).toEqual([1, 3]);
    expect([...found.requests].map(([phase, places]) => [phase, [...places]])).toEqual([[0, [0, 2]]]);
    expect(trafficItemsText(found)).toBe('2 requests and 2 phases');
    expect(requestCountOf(itemsWithin(three, 2 * SECOND, 2.5 * SECOND))).toBe(0);
    expect(itemsWithin(three, 0, 100 * SECOND).phases).toEqual([1, 2, 3]);
  });

  it('are removed with what each has of its own, and a phase with its last request', () => {
    expect(told(withoutItems(three, { phases: [3], requests: new Map([[0, new Set([1])]]) }))).toEqual([
      { kind: 'times', at: [5, 3], key: ['x', 'z'], cost: [1, 3] },
      { kind: 'steady', from: 2, to: 4, rate: 1 },
      { kind: 'poisson', from: 4, rate: 1 },
    ]);
    expect(withoutItems(three, some(0, 0, 1, 2)).traffic.map(({ kind }) => kind)).toEqual([
      'steady',
      'poisson',
      'burst',
    ]);
    expect(withoutItems(three, some(0))).toBe(three);
  });
});

describe('whatever the hand does', () => {
  /** A valid scenario, some of it, and where to: anything that a pointer may ask for, and more. */
  const asked = arbitraryScenarios()
    .filter(({ traffic }) => traffic.length > 0)
    .chain((scenario) =>
      fc.record({
        scenario: fc.constant(scenario),
        phase: fc.nat(scenario.traffic.length - 1),
        by: fc.oneof(fc.integer({ min: -20 * SECOND, max: 20 * SECOND }), fc.integer({ min: -3e12, max: 3e12 })),
        part: fc.tuple(fc.integer({ min: 0, max: 3e12 }), fc.integer({ min: 0, max: 3e12 })),
        rate: fc.oneof(fc.constantFrom(0, 1e-9, 1, 1e12), fc.double({ min: 0, max: 1e10, noNaN: true })),
      }),
    );

  const edits: readonly [string, (given: typeof asked extends fc.Arbitrary<infer T> ? T : never) => Scenario][] = [
    ['moving', ({ scenario, phase, by }) => withItemsMoved(scenario, whole(phase), by)],
    [
      'moving several',
      ({ scenario, part, by }) => withItemsMoved(scenario, itemsWithin(scenario, ...ordered(part)), by),
    ],
    ['stretching the beginning', ({ scenario, phase, by }) => withPhaseEnd(scenario, phase, 'from', by, 1_000)],
    ['stretching the end', ({ scenario, phase, by }) => withPhaseEnd(scenario, phase, 'to', by, 1_000)],
    ['setting the rate', ({ scenario, phase, rate }) => withPhaseRate(scenario, phase, 0, rate)],
    ['setting the last rate', ({ scenario, phase, rate }) => withPhaseRate(scenario, phase, 1, rate)],
    ['removing', ({ scenario, part }) => withoutItems(scenario, itemsWithin(scenario, ...ordered(part)))],
    [
      'painting',
      ({ scenario, part }) =>
        withClicks(
          scenario,
          part.map((at) => Math.min(at, runEnd(scenario))),
        ),
    ],
  ];
  const ordered = ([a, b]: readonly [number, number]): [number, number] => [Math.min(a, b), Math.max(a, b)];

  it.each(edits)('%s makes what the format takes, as long a run, and draws the same chances', (_, edit) => {
    fc.assert(
      fc.property(asked, (given) => {
        const next = edit(given);
        const parsed = parseScenario(minimalDocument(next));
        expect(parsed).toEqual({ ok: true, scenario: next });
        expect(durationOf(next)).toBeGreaterThanOrEqual(durationOf(given.scenario));
        const streams = (traffic: readonly TrafficEntry[]) => traffic.map(({ stream }) => stream);
        const before = streams(given.scenario.traffic);
        // What is removed is gone and what is made comes last; all others stay, in their order.
        let from = 0;
        for (const stream of streams(next.traffic).slice(0, before.length)) {
          from = before.indexOf(stream, from) + 1;
          expect(from).toBeGreaterThan(0);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('other phases are the same, and nothing leaves the run that was within it', () => {
    fc.assert(
      fc.property(asked, ({ scenario, phase, by }) => {
        const end = runEnd(scenario);
        const old = phaseSpan(scenario.traffic[phase]!, end);
        for (const next of [
          withItemsMoved(scenario, whole(phase), by),
          withPhaseEnd(scenario, phase, 'to', by, 1_000),
          withPhaseEnd(scenario, phase, 'from', by, 1_000),
        ]) {
          next.traffic.forEach((entry, index) => {
            if (index !== phase) expect(entry).toBe(scenario.traffic[index]);
          });
          const extent = phaseSpan(next.traffic[phase]!, end);
          expect(extent?.from ?? 0).toBeGreaterThanOrEqual(0);
          expect(extent?.to ?? 0).toBeLessThanOrEqual(Math.max(end, old?.to ?? 0));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('a move within the run and the same back leave every instant where it was', () => {
    fc.assert(
      fc.property(asked, ({ scenario, phase, by }) => {
        const there = withItemsMoved(scenario, whole(phase), by);
        const entry = scenario.traffic[phase]!;
        const end = runEnd(scenario);
        const { from, to } = phaseSpan(entry, end) ?? { from: 0, to: 0 };
        // What lies past the end comes back into the run and does not leave it again.
        if (from > end - 1_000 || to > end) return;
        const way = (phaseSpan(there.traffic[phase]!, end)?.from ?? 0) - (phaseSpan(entry, end)?.from ?? 0);
        expect(micros(withItemsMoved(there, whole(phase), -way).traffic[phase]!)).toEqual(micros(entry));
      }),
      { numRuns: 200 },
    );
  });

  it('a phase that can be stretched is, to where the hand is within the run', () => {
    fc.assert(
      fc.property(asked, fc.double({ min: 0, max: 1, noNaN: true }), ({ scenario, phase }, share) => {
        const entry = scenario.traffic[phase]!;
        const end = runEnd(scenario);
        const from = (phaseSpan(entry, end)?.from ?? 0) + 1_000;
        if (!isStretchable(entry) || from >= end) return;
        const at = Math.round(from + share * (end - from));
        expect(phaseSpan(withPhaseEnd(scenario, phase, 'to', at, 1_000).traffic[phase]!, end)?.to).toBe(at);
      }),
      { numRuns: 200 },
    );
  });

  it('a rate that was set is the rate, to two digits', () => {
    fc.assert(
      fc.property(asked, fc.double({ min: 0.001, max: 1e6, noNaN: true }), ({ scenario, phase }, rate) => {
        const entry = scenario.traffic[phase]!;
        if (entry.kind === 'burst' || !hasSettableRate(entry)) return;
        const [set = 0] = phaseRates(withPhaseRate(scenario, phase, 0, rate).traffic[phase]!);
        expect(Math.abs(set / rate - 1)).toBeLessThan(0.051);
      }),
      { numRuns: 200 },
    );
  });
});

/** A phase with its instants to the microsecond, however they were written. */
function micros(entry: TrafficEntry): object {
  if (entry.kind === 'times') return { ...entry, at: entry.at.map(microsFromSeconds) };
  const isTime = (field: string): boolean => ['at', 'from', 'to'].includes(field);
  return Object.fromEntries(
    Object.entries(entry).map(([field, value]: [string, unknown]) => [
      field,
      isTime(field) && typeof value === 'number' ? microsFromSeconds(value) : value,
    ]),
  );
}

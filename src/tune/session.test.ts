/** Clients, the comparison of lanes, the worst traffic, and the readings of a log, against definitions and single runs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planOf } from '../sim/engine.ts';
import { allReadings, MEASURES, secondsFromMicros, scenarioOf, type Goal } from '../sim/index.ts';
import { simulateToEnd } from '../sim/run/simulate.ts';
import { everyLimiterLane } from '../sim/run/testing.ts';
import { runToEnd } from '../sim/slices.ts';
import { packRecording } from '../sim/traffic/recordingData.ts';
import { isDenied } from '../sim/verdict.ts';
import type { ClientRow, ClientsQuery } from './clients.ts';
import { heldOut } from './heldOut.ts';
import { openTuning } from './session.ts';
import { costlyTraffic, figuresOfRun, SEED } from './testing.ts';

const QUERY: ClientsQuery & { readonly kind: 'clients' } = {
  kind: 'clients',
  lane: 0,
  sort: 'requests',
  descending: true,
  filter: '',
  onlyRefused: false,
  from: 0,
  to: 100,
  columns: 8,
};

function tableOf(document: object, query: Partial<ClientsQuery> = {}) {
  const table = runToEnd(openTuning([planOf(scenarioOf(document))]).answer({ ...QUERY, ...query }));
  if (!table.ok) throw new Error(table.sentence);
  return table;
}

describe('the table of clients', () => {
  it('has the figures of the run, client by client', () => {
    fc.assert(
      fc.property(costlyTraffic, fc.constantFrom('token-bucket', 'leaky-queue', 'fixed-window'), (traffic, limiter) => {
        const scenario = scenarioOf({ policy: { n: 2, T: 1 }, traffic: [traffic], lanes: [{ limiter }] });
        const { rows, clients, refusedClients } = tableOf(scenario);
        const run = simulateToEnd(planOf(scenario)).lanes[0]!;
        const { arrivals, verdicts } = run;
        expect(rows).toHaveLength(arrivals.keys.length);
        for (const row of rows) {
          const own = [...verdicts.keys()].filter((i) => arrivals.keys[arrivals.key?.[i] ?? 0] === row.key);
          const refused = own.filter((i) => isDenied(verdicts[i]!));
          expect(row).toMatchObject({
            requests: own.length,
            refused: refused.length,
            least: { refused: refused.length },
            most: { refused: refused.length },
            share: refused.length / own.length,
            firstRefusal: refused.length === 0 ? null : secondsFromMicros(arrivals.at[refused[0]!]!),
          });
          expect(row.longestSpell === null).toBe(refused.length === 0);
          const sum = (bins: Uint32Array) => bins.reduce((total, count) => total + count, 0);
          expect([sum(row.strip.requests), sum(row.strip.refused)]).toEqual([own.length, refused.length]);
        }
        expect(clients).toBe(rows.length);
        const figures = figuresOfRun(scenario, 0, {}, MEASURES);
        expect(refusedClients / clients).toBe(figures?.clientsRefused);
        expect(Math.max(0, ...rows.map(({ longestSpell }) => longestSpell ?? 0))).toBe(figures?.longestSpell);
      }),
      SEED,
    );
  });

  const traffic = [
    { kind: 'times', at: [0, 0, 0, 5], key: 'a' },
    { kind: 'times', at: [1, 1], key: 'bb' },
    { kind: 'times', at: [2], key: 'ab' },
  ];
  const document = { policy: { n: 1, T: 1 }, traffic, lanes: [{ limiter: 'fixed-window' }] };
  const keys = (query: Partial<ClientsQuery>) => tableOf(document, query).rows.map(({ key }) => key);

  it('shows its last page where there are fewer rows than the page that was asked for begins with', () => {
    const page = (from: number, filter = '') => {
      const { from: first, rows, count } = tableOf(document, { from, to: from + 2, filter });
      return [first, rows.map(({ key }) => key), count];
    };
    expect(page(2)).toEqual([2, ['ab'], 3]);
    expect(page(4)).toEqual([2, ['ab'], 3]);
    expect(page(2, 'a')).toEqual([0, ['a', 'ab'], 2]);
    expect(page(2, 'nobody')).toEqual([0, [], 0]);
  });

  it('is sorted, filtered and given by the page', () => {
    expect(keys({})).toEqual(['a', 'bb', 'ab']);
    expect(keys({ sort: 'key', descending: false })).toEqual(['a', 'ab', 'bb']);
    expect(keys({ sort: 'firstRefusal', descending: false })).toEqual(['a', 'bb', 'ab']);
    // Never refused comes last, either way.
    expect(keys({ sort: 'firstRefusal', descending: true })).toEqual(['bb', 'a', 'ab']);
    expect(keys({ onlyRefused: true })).toEqual(['a', 'bb']);
    expect(tableOf(document, { filter: 'b', from: 1, to: 2 })).toMatchObject({ count: 2, rows: [{ key: 'ab' }] });
  });

  it('hints at many users behind one address where requests come like theirs', () => {
    const of = (requests: object): ClientRow | undefined =>
      tableOf({
        duration: 600,
        traffic: [requests, { kind: 'poisson', rate: 0.5, key: 'one', keys: { count: 50, share: 'even' } }],
        lanes: [{ limiter: 'gcra' }],
      }).rows.find(({ key }) => key === 'x');
    expect(of({ kind: 'poisson', rate: 2, key: 'x' })?.looksShared).toBe(true);
    expect(of({ kind: 'steady', rate: 2, key: 'x' })?.looksShared).toBe(false);
    expect(of({ kind: 'on-off', rate: 20, on: 3, off: 27, key: 'x' })?.looksShared).toBe(false);
    expect(of({ kind: 'poisson', rate: 0.02, key: 'x' })?.looksShared).toBe(false);
  });
});

describe('the comparison of lanes', () => {
  const goals: readonly Goal[] = [
    { measure: 'peak', at: 'most', value: 10 },
    { measure: 'refused', at: 'most', value: 0.9 },
  ];

  it('has every lane’s goals, and the cheapest that meets them', () => {
    const scenario = scenarioOf({
      policy: { n: 10, T: 10 },
      traffic: [
        { kind: 'burst', at: 9, count: 15 },
        { kind: 'burst', at: 10, count: 15 },
      ],
      lanes: [
        { limiter: 'fixed-window' },
        { limiter: 'sliding-log' },
        { limiter: 'sliding-counter' },
        { limiter: 'nginx-limit-req', policy: { n: 1, T: 2_592_000 } },
        { limiter: 'redis-incr' },
      ],
    });
    const answer = runToEnd(openTuning([planOf(scenario)]).answer({ kind: 'goals', lanes: null, goals, measures: [] }));
    expect(answer.lanes.map(({ met }) => met)).toEqual([[false, true], [true, true], [true, true], [], [true, true]]);
    expect(answer.lanes[0]).toMatchObject({ T: 10, figures: { peak: { value: 20, min: 20, max: 20 } } });
    expect(answer.lanes[3]?.error).toContain('nginx');
    expect(answer.lanes[4]?.bytes).toBeNull();
    // Two counts are less than ten instants.
    expect(answer.cheapest).toBe(2);
  });

  it('does not call cheapest what cannot run, however little that keeps', () => {
    const lanes = [{ limiter: 'nginx-limit-req', policy: { n: 1, T: 2_592_000 } }, { limiter: 'sliding-log' }];
    const scenario = scenarioOf({ traffic: [{ kind: 'burst', at: 0, count: 5 }], lanes });
    const answer = runToEnd(openTuning([planOf(scenario)]).answer({ kind: 'goals', lanes: null, goals, measures: [] }));
    expect(answer.lanes[0]!.bytes).toBeLessThan(answer.lanes[1]!.bytes!);
    expect(answer.cheapest).toBe(1);
  });

  it('has no cheapest where none meets the goals', () => {
    const scenario = scenarioOf({ traffic: [{ kind: 'burst', at: 0, count: 99 }], lanes: [{ limiter: 'gcra' }] });
    const answer = runToEnd(
      openTuning([planOf(scenario)]).answer({
        kind: 'goals',
        lanes: [0],
        goals: [{ measure: 'refused', at: 'most', value: 0 }],
        measures: ['peak'],
      }),
    );
    expect(answer.cheapest).toBeNull();
    expect(answer.lanes[0]?.figures.peak?.value).toBe(10);
  });
});

describe('the worst traffic', () => {
  const limiters = everyLimiterLane.map(
    ({ limiter, edition }) => [`${limiter}, ${edition}`, limiter, edition] as const,
  );

  it.each(limiters)(
    'of %s gets through in a run what it says',
    (_, limiter, edition) => {
      const document = { policy: { n: 5, T: 2, capacity: 4 }, traffic: [], lanes: [{ limiter, edition }] };
      const worst = runToEnd(openTuning([planOf(scenarioOf(document))]).answer({ kind: 'worst', lane: 0 }));
      if (!worst.ok) throw new Error(worst.sentence);
      const peak = figuresOfRun(scenarioOf({ ...document, traffic: [worst.entry] }), 0, {}, ['peak'])?.peak;
      expect(peak).toBe(worst.permits);
      if (edition === 'corrected' && worst.bound !== null) expect(worst.permits).toBeLessThanOrEqual(worst.bound);
      expect(worst.permits).toBeGreaterThan(0);
      // What comes after its worst window is no part of it.
      expect(Math.max(...worst.entry.at)).toBeLessThan(worst.from + 2 - 1e-7);
    },
    20_000,
  );

  it('is of a client of its own, and known for a window', () => {
    const document = {
      policy: { n: 7, T: 3 },
      traffic: [{ kind: 'times', at: [0], key: 'worst' }],
      lanes: [{ limiter: 'fixed-window' }],
    };
    const worst = runToEnd(openTuning([planOf(scenarioOf(document))]).answer({ kind: 'worst', lane: 0 }));
    expect(worst).toMatchObject({ ok: true, permits: 14, bound: 14, entry: { kind: 'times', key: 'worst 2' } });
  });

  it('says for which lanes it is not sought', () => {
    const document = { policy: { n: 1_000_000, T: 3 }, lanes: [{ limiter: 'gcra' }, { limiter: 'redis-incr' }] };
    const session = openTuning([planOf(scenarioOf(document))]);
    expect(runToEnd(session.answer({ kind: 'worst', lane: 0 }))).toMatchObject({
      ok: false,
      sentence:
        'n and capacity add up to 2,000,000. Worst traffic is searched for up to 20,000; lower n or the capacity.',
    });
    expect(runToEnd(session.answer({ kind: 'worst', lane: 1 }))).toMatchObject({ ok: false });
  });
});

describe('a log with coarse stamps', () => {
  const at = Float64Array.from([0, 0, 0, 0, 1, 1, 3], (seconds) => seconds * 1_000_000);
  const recording = (resolution: number) => ({
    kind: 'recording',
    resolution,
    data: packRecording({ at, client: new Uint32Array(7), costAndBad: new Uint32Array(7).fill(1) }),
  });
  const scenario = scenarioOf({
    policy: { n: 2, T: 0.5 },
    traffic: [recording(1)],
    lanes: [{ limiter: 'sliding-log' }],
  });

  it('is read in three ways, its own first', () => {
    const readings = allReadings(scenario).map(({ traffic: [entry] }) => entry?.kind === 'recording' && entry.reading);
    expect(readings).toEqual(['even', 'start', 'random']);
    expect(allReadings(scenarioOf({ traffic: [recording(0.001)] }))).toHaveLength(1);
    expect(allReadings(scenarioOf({ traffic: [{ kind: 'steady', rate: 1 }] }))).toHaveLength(1);
  });

  it('gives a range, each end of which is the figure of a run', () => {
    const scenarios = allReadings(scenario);
    const [own, start, random] = scenarios.map((each) => figuresOfRun(each, 0, {}, ['refused'])?.refused as number);
    const plans = scenarios.map((each) => planOf(each)) as [ReturnType<typeof planOf>];
    const session = openTuning(plans);
    const { lanes } = runToEnd(session.answer({ kind: 'goals', lanes: [0], goals: [], measures: ['refused'] }));
    const all = [own!, start!, random!];
    expect(lanes[0]?.figures.refused).toEqual({ value: own, min: Math.min(...all), max: Math.max(...all) });
    expect([own, start]).toEqual([0, 2 / 7]);
    const table = runToEnd(session.answer(QUERY));
    expect(table.ok && table.rows[0]).toMatchObject({
      refused: 0,
      least: { refused: 0, longestSpell: null },
      most: { refused: 2, firstRefusal: null },
    });
    expect(table.ok && [table.leastRefusedClients, table.mostRefusedClients]).toEqual([0, 1]);
    const rows = plans.map((plan) => runToEnd(openTuning([plan]).answer(QUERY))).map((each) => each.ok && each.rows[0]);
    for (const figure of ['busiest', 'refused'] as const) {
      const values = rows.map((row) => row !== false && (row?.[figure] as number)) as number[];
      expect(table.ok && [table.rows[0]?.least[figure], table.rows[0]?.most[figure]]).toEqual([
        Math.min(...values),
        Math.max(...values),
      ]);
    }
  });
});

it('held out is the same policy and lanes on the other log', () => {
  const own = scenarioOf({ title: 'Own', duration: 5, policy: { n: 3, T: 1 }, lanes: [{ limiter: 'gcra' }] });
  const other = scenarioOf({ title: 'Other', seed: 7, epoch: 100, traffic: [{ kind: 'steady', rate: 1, to: 9 }] });
  const { traffic, seed, epoch } = other;
  const { duration: _, ...rest } = own;
  expect(heldOut(own, other)).toEqual({ ...rest, traffic, seed, epoch });
});

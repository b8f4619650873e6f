/** The three charts against brute force: every figure of theirs is a figure of single runs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planOf } from '../sim/engine.ts';
import { MEASURES, scenarioOf, type Goal } from '../sim/index.ts';
import { runToEnd } from '../sim/slices.ts';
import { FRONTIER_SHARES } from './frontier.ts';
import { meets } from './goals.ts';
import { CELL } from './cell.ts';
import { logValues } from './map.ts';
import { openTuning } from './session.ts';
import { costlyTraffic, figuresOfRun, SEED, unitTraffic } from './testing.ts';

const answerOf = (document: object) => openTuning([planOf(scenarioOf(document))]);

describe('busiest T of each client', () => {
  it('is the most permits asked for within any T, client by client', () => {
    fc.assert(
      fc.property(costlyTraffic, fc.constantFrom(0.000001, 0.5, 1, 2), (traffic, T) => {
        const { at, key, cost } = traffic as { at: number[]; key: string[]; cost: number[] };
        const instants = at.map((seconds) => Math.round(seconds * 1e6));
        const length = Math.round(T * 1e6);
        const within = (client: string, from: number): number =>
          cost.reduce((sum, permits, i) => {
            const since = (instants[i] as number) - from;
            return key[i] === client && since >= 0 && since < length ? sum + permits : sum;
          }, 0);
        const expected = [...new Set(key)].map((client) => Math.max(...instants.map((from) => within(client, from))));
        const { readings, hasCosts } = runToEnd(answerOf({ traffic: [traffic] }).answer({ kind: 'busiest', T }));
        expect(hasCosts).toBe(cost.some((permits) => permits !== 1));
        expect([...(readings[0] as Float64Array)]).toEqual(expected.sort((a, b) => a - b));
      }),
      SEED,
    );
  });

  it('leaves out retries, which depend on the limit; the table of the clients has them', () => {
    const retry = { strategy: 'retry-poll', every: 0.1 };
    const session = answerOf({
      policy: { n: 10, T: 10 },
      duration: 10,
      traffic: [{ kind: 'clients', rate: 4, maxTries: 2, retry }],
      lanes: [{ limiter: 'fixed-window' }],
    });
    const busiest = runToEnd(session.answer({ kind: 'busiest', T: 10 }));
    expect(busiest).toMatchObject({ isClosedLoop: true, hasCosts: false, readings: [Float64Array.of(40)] });
    const order = { sort: 'key', descending: false, filter: '', onlyRefused: false } as const;
    const table = runToEnd(session.answer({ kind: 'clients', lane: 0, ...order, from: 0, to: 1, columns: 1 }));
    expect(table).toMatchObject({ isClosedLoop: true, rows: [{ busiest: 70, requests: 70 }] });
  });
});

describe('rate and burst', () => {
  const limiters = ['token-bucket', 'gcra', 'leaky-meter'];

  it('is the least capacity with which a run refuses no more clients than that', () => {
    fc.assert(
      fc.property(costlyTraffic, fc.constantFrom(...limiters), (traffic, limiter) => {
        const scenario = scenarioOf({ policy: { n: 3, T: 1 }, traffic: [traffic], lanes: [{ limiter }] });
        const rates = [1, 2, 3, 7];
        const query = { kind: 'frontier', T: 1, n: rates } as const;
        const [frontier] = runToEnd(openTuning([planOf(scenario)]).answer(query)) ?? [];
        for (const [index, share] of FRONTIER_SHARES.entries()) {
          for (const [rate, n] of rates.entries()) {
            const capacity = frontier?.[index]?.[rate] as number;
            const admittedShare = (of: number) =>
              1 - (figuresOfRun(scenario, 0, { n, capacity: of }, ['clientsRefused'])?.clientsRefused as number);
            expect(admittedShare(capacity)).toBeGreaterThanOrEqual(share / 1_000);
            if (capacity > 1) expect(admittedShare(capacity - 1)).toBeLessThan(share / 1_000);
          }
        }
      }),
      { ...SEED, numRuns: 60 },
    );
  });

  it('tells the shares of many clients apart', () => {
    const keys = { count: 200, share: 'zipf' };
    const traffic = [{ kind: 'poisson', rate: 40, to: 60, keys, cost: { of: [1, 3], weights: [3, 1] } }];
    const scenario = scenarioOf({ policy: { n: 3, T: 1 }, traffic, lanes: [{ limiter: 'token-bucket' }] });
    const [frontier] = runToEnd(openTuning([planOf(scenario)]).answer({ kind: 'frontier', T: 10, n: [1, 20] })) ?? [];
    const refused = (capacity: number, n: number) =>
      figuresOfRun(scenario, 0, { T: 10, n, capacity }, ['clientsRefused'])?.clientsRefused as number;
    for (const [index, share] of FRONTIER_SHARES.entries()) {
      for (const [rate, n] of [1, 20].entries()) {
        const capacity = frontier?.[index]?.[rate] as number;
        expect(1_000 * refused(capacity, n)).toBeLessThanOrEqual(1_000 - share + 1e-9);
        expect(1_000 * refused(capacity - 1, n)).toBeGreaterThan(1_000 - share + 1e-9);
      }
    }
    expect(new Set(frontier?.map(([capacity]) => capacity)).size).toBeGreaterThan(2);
  });

  it('is null without clients, and infinite where no bucket can count', () => {
    expect(runToEnd(answerOf({}).answer({ kind: 'frontier', T: 1, n: [1] }))).toBeNull();
    const traffic = [{ kind: 'burst', at: 0, count: 10_000 }];
    const odd = runToEnd(answerOf({ traffic }).answer({ kind: 'frontier', T: 2_591_999.999999, n: [1_000_000] }));
    expect(odd?.[0].at(-1)).toEqual([Infinity]);
  });
});

describe('map', () => {
  const goals: readonly Goal[] = [
    { measure: 'clientsRefused', at: 'most', value: 0.4 },
    { measure: 'peakSecond', at: 'most', value: 6 },
  ];
  const x = { parameter: 'n', values: [1, 2, 3, 5, 8] };

  it('has in each cell the figure of that run, and hatches where one fails a goal', () => {
    const axes = fc.constantFrom(
      { limiter: 'token-bucket', y: { parameter: 'T', values: [0.5, 1, 2] } },
      { limiter: 'token-bucket', y: { parameter: 'capacity', values: [1, 4, 9] } },
      { limiter: 'sub-window', y: { parameter: 'slices', values: [1, 2, 6] } },
      { limiter: 'nginx-limit-req', y: { parameter: 'burst', values: [0, 2, 4] } },
    );
    fc.assert(
      fc.property(unitTraffic, axes, fc.constantFrom(...MEASURES), (traffic, { limiter, y }, measure) => {
        const scenario = scenarioOf({ policy: { n: 3, T: 1 }, traffic: [traffic], lanes: [{ limiter }] });
        const query = { kind: 'map', lane: 0, x, y, measure, goals, stride: 1 } as const;
        const { state, value } = runToEnd(openTuning([planOf(scenario)]).answer(query));
        for (const [j, second] of y.values.entries()) {
          for (const [i, n] of x.values.entries()) {
            const cell = j * x.values.length + i;
            const setting = { n, [y.parameter]: second };
            const expected = figuresOfRun(scenario, 0, setting, [measure, 'clientsRefused', 'peakSecond']);
            expect(value[cell]).toBe(expected?.[measure] ?? NaN);
            const isMet = expected !== null && goals.every((goal) => meets(goal, expected));
            expect(state[cell]).toBe(isMet ? CELL.met : CELL.failed);
          }
        }
      }),
      SEED,
    );
  });

  it('comes coarse first, and the finer answer agrees with it', () => {
    const scenario = {
      policy: { n: 3, T: 1 },
      traffic: [{ kind: 'poisson', rate: 6, to: 30, keys: { count: 5, share: 'even' } }],
      lanes: [{ limiter: 'gcra' }],
    };
    const session = answerOf(scenario);
    const y = { parameter: 'T', values: [0.5, 1, 2, 4, 8] };
    const answer = (stride: number) =>
      runToEnd(session.answer({ kind: 'map', lane: 0, x, y, measure: 'refused', goals: [], stride }));
    const [coarse, fine] = [answer(2), answer(1)];
    const known = [...coarse.state.keys()].filter((cell) => coarse.state[cell] !== CELL.unknown);
    expect(known).toEqual([0, 2, 4, 10, 12, 14, 20, 22, 24]);
    expect(fine.state).not.toContain(CELL.unknown);
    for (const cell of known) expect(fine.value[cell]).toBe(coarse.value[cell]);
    expect(coarse.value[1]).toBeNaN();
  });

  it('says where the limiter cannot run', () => {
    const session = answerOf({
      lanes: [{ limiter: 'nginx-limit-req' }],
      traffic: [{ kind: 'burst', at: 0, count: 1 }],
    });
    const y = { parameter: 'T', values: [1, 2_592_000] };
    const cells = runToEnd(
      session.answer({
        kind: 'map',
        lane: 0,
        x: { parameter: 'n', values: [1] },
        y,
        measure: 'refused',
        goals: [],
        stride: 1,
      }),
    );
    expect([...cells.state]).toEqual([CELL.met, CELL.cannotRun]);
  });
});

it('values on a logarithmic axis are multiples of the step, each once', () => {
  expect(logValues(1, 100, 5, 1)).toEqual([1, 3, 10, 32, 100]);
  expect(logValues(5, 100, 1, 1)).toEqual([5]);
  expect(logValues(1, 4, 40, 1)).toEqual([1, 2, 3, 4]);
  expect(logValues(0.001, 0.1, 3, 0.001)).toEqual([0.001, 0.01, 0.1]);
  expect(logValues(1, 1_000_000, 7, 1)).toEqual([1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]);
});

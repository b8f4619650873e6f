/** The charts and the search over a log with coarse stamps, against brute force: single runs under each reading of it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  MEASURES,
  READINGS,
  scenarioOf,
  withReading,
  type Figures,
  type Goal,
  type Measure,
  type Scenario,
} from '../sim/index.ts';
import { runToEnd } from '../sim/slices.ts';
import { packRecording } from '../sim/traffic/recordingData.ts';
import { axisFrom } from './axis.ts';
import { FRONTIER_SHARES } from './frontier.ts';
import { meets } from './goals.ts';
import { CELL } from './cell.ts';
import { openTuning } from './session.ts';
import { allPlansOf, figuresOfRun, SEED } from './testing.ts';

const MICROS = 1_000_000;

/** A log stamped in whole intervals of `resolution` seconds: runs of equal stamps, gaps and silences, up to three clients. */
const coarseLog = fc
  .record({
    resolution: fc.constantFrom(0.5, 1, 2),
    reading: fc.constantFrom(...READINGS),
    requests: fc.array(
      fc.record({
        gap: fc.constantFrom(0, 0, 0, 0, 0, 1, 1, 3),
        client: fc.constantFrom(0, 0, 0, 1, 2),
        cost: fc.constantFrom(1, 1, 1, 2),
        bad: fc.boolean(),
      }),
      { minLength: 1, maxLength: 30 },
    ),
  })
  .map(({ resolution, reading, requests }) => {
    let stamp = 0;
    const at = Float64Array.from(requests, ({ gap }) => (stamp += gap * resolution * MICROS));
    const names: number[] = [];
    // Clients are numbered by first appearance.
    const client = Uint32Array.from(requests, (request) => {
      if (!names.includes(request.client)) names.push(request.client);
      return names.indexOf(request.client);
    });
    const costAndBad = Uint32Array.from(requests, ({ cost, bad }) => (bad ? cost | 0x8000_0000 : cost));
    return { kind: 'recording', resolution, reading, data: packRecording({ at, client, costAndBad }) };
  });

const limiters = fc.constantFrom('token-bucket', 'sliding-log', 'fixed-window', 'nginx-limit-req', 'leaky-queue');

function scenarioWith(recording: object, limiter: string): Scenario {
  return scenarioOf({ policy: { n: 2, T: 1 }, duration: 120, traffic: [recording], lanes: [{ limiter }] });
}

/** The scenario under each reading, its own first: by definition, and not by `allReadings`. */
function underEachReading(scenario: Scenario): readonly Scenario[] {
  const own = scenario.traffic.flatMap((entry) => (entry.kind === 'recording' ? entry.reading : []));
  return [...own, ...READINGS.filter((reading) => !own.includes(reading))].map((reading) =>
    withReading(scenario, reading),
  );
}

/** By reading, each a run of its own; null if the lane cannot run. */
function runsOf(scenarios: readonly Scenario[], setting: Record<string, number>, measures: readonly Measure[]) {
  const figures = scenarios.map((scenario) => figuresOfRun(scenario, 0, setting, measures));
  return figures.every((each) => each !== null) ? figures : null;
}

const isMet = (runs: readonly Figures[] | null, goals: readonly Goal[]): boolean =>
  runs !== null && runs.every((figures) => goals.every((goal) => meets(goal, figures)));

const goalLists = fc.array(
  fc.constantFrom<Goal>(
    { measure: 'clientsRefused', at: 'most', value: 0 },
    { measure: 'clientsRefused', at: 'most', value: 0.4 },
    { measure: 'refused', at: 'most', value: 0.2 },
    { measure: 'peakSecond', at: 'most', value: 3 },
    { measure: 'peak', at: 'least', value: 2 },
    { measure: 'waitMax', at: 'most', value: 0.5 },
  ),
  { minLength: 1, maxLength: 2 },
);

it('a cell of the map ranges over the figures of a run for each reading, and meets a goal if all of them do', () => {
  const [x, y] = [
    { parameter: 'n', values: [1, 2, 4] },
    { parameter: 'T', values: [0.5, 1, 3] },
  ];
  let wide = 0;
  fc.assert(
    fc.property(coarseLog, limiters, goalLists, fc.constantFrom(...MEASURES), (recording, limiter, goals, measure) => {
      const scenario = scenarioWith(recording, limiter);
      const scenarios = underEachReading(scenario);
      const session = openTuning(allPlansOf(scenario));
      const cells = runToEnd(session.answer({ kind: 'map', lane: 0, x, y, measure, goals, stride: 1 }));
      for (const [j, T] of y.values.entries()) {
        for (const [i, n] of x.values.entries()) {
          const cell = j * x.values.length + i;
          const runs = runsOf(scenarios, { n, T }, [measure, ...goals.map((goal) => goal.measure)]);
          const values = (runs ?? []).flatMap((figures) => figures[measure] ?? []);
          const [min, max] = values.length === 0 ? [NaN, NaN] : [Math.min(...values), Math.max(...values)];
          expect([cells.value[cell], cells.min[cell], cells.max[cell]]).toEqual([
            runs?.[0]?.[measure] ?? NaN,
            min,
            max,
          ]);
          expect(cells.state[cell]).toBe(runs === null ? CELL.cannotRun : isMet(runs, goals) ? CELL.met : CELL.failed);
          if (max > min) wide++;
        }
      }
    }),
    { ...SEED, numRuns: 30 },
  );
  // Where all readings agree, a range says nothing.
  expect(wide).toBeGreaterThan(30);
});

it('the least capacities are, reading by reading, those below which a run refuses more clients', () => {
  let apart = 0;
  fc.assert(
    fc.property(coarseLog, (recording) => {
      const scenario = scenarioWith(recording, 'token-bucket');
      const scenarios = underEachReading(scenario);
      const rates = [1, 2, 5];
      const frontier = runToEnd(openTuning(allPlansOf(scenario)).answer({ kind: 'frontier', T: 1, n: rates })) ?? [];
      expect(frontier).toHaveLength(scenarios.length);
      for (const [reading, capacities] of frontier.entries()) {
        for (const [index, share] of FRONTIER_SHARES.entries()) {
          for (const [rate, n] of rates.entries()) {
            const least = capacities[index]?.[rate] as number;
            const admitted = (capacity: number): number =>
              1 - (figuresOfRun(scenarios[reading]!, 0, { n, capacity }, ['clientsRefused'])?.clientsRefused as number);
            expect(admitted(least)).toBeGreaterThanOrEqual(share / 1_000);
            if (least > 1) expect(admitted(least - 1)).toBeLessThan(share / 1_000);
          }
        }
      }
      if (new Set(frontier.map((capacities) => JSON.stringify(capacities))).size > 1) apart++;
    }),
    { ...SEED, numRuns: 25 },
  );
  expect(apart).toBeGreaterThan(5);
});

it('the search finds the value that meets the goals under every reading, and the next one fails under some', () => {
  const axes = fc.constantFrom(
    { parameter: 'n', from: 1, to: 8, step: 1 },
    { parameter: 'T', from: 0.5, to: 3, step: 0.5 },
  );
  let decided = 0;
  fc.assert(
    fc.property(
      coarseLog,
      limiters,
      axes,
      goalLists,
      fc.constantFrom('least', 'greatest'),
      (recording, limiter, axis, goals, end) => {
        const scenario = scenarioWith(recording, limiter);
        const scenarios = underEachReading(scenario);
        const measures = goals.map(({ measure }) => measure);
        const at = (value: number) => runsOf(scenarios, { [axis.parameter]: value }, measures);
        const tried = axisFrom(axis);
        const values = Array.from({ length: tried.count }, (_, index) => tried.at(index));
        const best = end === 'least' ? values : values.toReversed();
        const expected = best.find((value) => isMet(at(value), goals)) ?? null;
        const session = openTuning(allPlansOf(scenario));
        const found = runToEnd(session.answer({ kind: 'seek', lane: 0, axis, end, goals }));
        expect([found.value, found.exact]).toEqual([expected, true]);
        const alone = best.find((value) => isMet(at(value)?.slice(0, 1) ?? null, goals)) ?? null;
        if (alone !== expected) decided++;
        if (found.value === null) return;
        expect(found.at).toEqual(at(found.value));
        const next = best[best.indexOf(found.value) - 1];
        expect(found.before?.value).toBe(next);
        if (next !== undefined) expect(found.before?.measured).toEqual(at(next) ?? { error: expect.any(String) });
      },
    ),
    { ...SEED, numRuns: 120 },
  );
  // Where the log's own reading finds the same, the others were not needed.
  expect(decided).toBeGreaterThan(3);
});

/** The figures of goals in a report are those that Tune measures of the same lanes. */
import { expect, it } from 'vitest';
import { openScenarioSession, planOf, reportDataOf, runToEnd, simulateToEnd } from '../sim/engine.ts';
import { allReadings, loadSystems, MEASURES, scenarioOf } from '../sim/index.ts';
import { packRecording } from '../sim/traffic/recordingData.ts';
import { openTuning } from './session.ts';

await loadSystems();

const LIMIT = {
  policy: { n: 10, T: 10 },
  duration: 60,
  traffic: [
    { kind: 'poisson', rate: 1.2, key: 'a' },
    { kind: 'burst', at: 20, count: 25, key: 'b', label: 'bad' },
  ],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket', policy: { n: 20 } }, { limiter: 'leaky-queue' }],
};

/** Four requests in a second, of a log of whole seconds. */
const COARSE = {
  kind: 'recording',
  resolution: 1,
  reading: 'start',
  data: packRecording({
    at: new Float64Array(4),
    client: Uint32Array.of(0, 1, 0, 0),
    costAndBad: new Uint32Array(4).fill(1),
  }),
};

it.each([
  ['an open loop', LIMIT],
  ['a coarse log', { ...LIMIT, policy: { n: 2, T: 0.5 }, traffic: [COARSE] }],
  [
    'clients that answer back',
    { ...LIMIT, traffic: [{ kind: 'clients', count: 5, rate: 2, retry: { strategy: 'backoff' } }] },
  ],
  [
    'several nodes',
    { ...LIMIT, cluster: { nodes: 3 }, lanes: [{ limiter: 'redis-incr' }, { limiter: 'leaky-queue' }] },
  ],
])('as in Tune: %s', (_, document) => {
  const goals = MEASURES.map((measure) => ({ measure, value: 0.5 }));
  const scenario = scenarioOf({ ...document, goals });
  const [own, ...others] = allReadings(scenario);
  const tuning = openTuning([planOf(own), ...others.map((each) => planOf(each))]);
  const { lanes } = runToEnd(tuning.answer({ kind: 'goals', lanes: null, goals: scenario.goals, measures: MEASURES }));
  const { goalFigures } = runToEnd(reportDataOf(openScenarioSession(simulateToEnd(planOf(scenario))), 600));
  expect(goalFigures).toHaveLength(lanes.length);
  for (const [lane, readings] of goalFigures.entries()) {
    for (const measure of MEASURES) {
      const values = (readings ?? []).map((figures) => figures[measure] ?? null).filter((value) => value !== null);
      const range = lanes[lane]?.figures[measure] ?? null;
      expect([measure, Math.min(...values), Math.max(...values)]).toEqual([
        measure,
        range?.min ?? Infinity,
        range?.max ?? -Infinity,
      ]);
    }
  }
});

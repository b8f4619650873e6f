import { expect, it } from 'vitest';
import { openScenarioSession, planOf, simulateToEnd } from '../../sim/engine.ts';
import { loadSystems, scenarioOf } from '../../sim/index.ts';
import { compareCsv } from './compareCsv.ts';
import { compareRows } from './compareTable.ts';

await loadSystems();

it('has the figures of each lane, exactly: times in seconds, and nothing where there is none', () => {
  const scenario = scenarioOf({
    policy: { n: 2, T: 10 },
    duration: 30,
    traffic: [{ kind: 'times', at: [1, 1, 1, 1.25] }],
    lanes: [
      { limiter: 'fixed-window' },
      { limiter: 'leaky-queue', policy: { n: 4, T: 8 } },
      { limiter: 'nginx-limit-req', policy: { n: 1, T: 2_592_000 } },
    ],
  });
  const { laneInfos } = openScenarioSession(simulateToEnd(planOf(scenario)));
  const [head, ...rows] = compareCsv(compareRows(['Fixed', 'Queue', 'Failed'], laneInfos));
  const byName = rows.map((row) => new Map(row.map((cell, index) => [head?.[index], cell])));
  expect(Object.fromEntries(byName[0]!)).toMatchObject({
    Lane: 1,
    Name: 'Fixed',
    n: 2,
    'T, s': 10,
    Requests: 4,
    Admitted: 2,
    'Of which delayed': null,
    Denied: 2,
    'Peak in T': 2,
    'First denial, s': 1,
    'Wait max, s': null,
  });
  expect(Object.fromEntries(byName[1]!)).toMatchObject({
    n: 4,
    'T, s': 8,
    Admitted: 4,
    'Of which delayed': 3,
    'Wait max, s': 5.75,
  });
  expect(Object.fromEntries(byName[2]!)).toMatchObject({ Name: 'Failed', n: null, Admitted: null });
});

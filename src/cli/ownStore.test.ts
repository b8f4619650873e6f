/** What users write against a store decides as our own schemes, over a cluster with races. */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSandbox } from '../sandbox/index.ts';
import { luaTemplates, planToEnd, schemeTemplates, simulateToEnd, type Run } from '../sim/engine.ts';
import { loadSystems, parseScenario, problemMessage } from '../sim/index.ts';

beforeAll(async () => {
  await Promise.all([loadSystems(), loadSandbox(undefined, true)]);
});

const TEMPLATES = [
  ...schemeTemplates.map((template) => ({ limiter: 'own-scheme', ...template })),
  ...luaTemplates.map((template) => ({ limiter: 'own-lua', ...template })),
];

/** Three nodes with clocks of their own, and traffic that fills what there is. No cost is too large: of those ours ask nobody. */
function raced(seed: number, lanes: readonly unknown[]): unknown {
  return {
    version: 1,
    seed,
    duration: 20,
    policy: [
      { n: 3, T: 1 },
      { n: 10, T: 2.5, capacity: 4 },
      { n: 7, T: 3, capacity: 12 },
    ][seed % 3],
    traffic: [
      { kind: 'poisson', rate: 9, keys: { count: 2, share: 'even' }, cost: { of: [1, 2, 3], weights: [8, 2, 1] } },
      { kind: 'burst', at: 7.3, count: 8, spread: 0.004 },
    ],
    lanes,
    cluster: {
      nodes: 3,
      routing: 'round-robin',
      latency: seed % 2 === 0 ? { kind: 'exponential', mean: 0.02 } : { kind: 'fixed', mean: 0.001 },
      skew: [{ node: 1, offset: 0.3, drift: 0.001 }],
      faults: [{ kind: 'node-down', node: 2, at: 5, until: 6 }],
    },
  };
}

function runOf(document: unknown): Run {
  const parsed = parseScenario(document);
  if (!parsed.ok) throw new Error(parsed.problems.map(problemMessage).join('\n'));
  const planned = planToEnd(parsed.scenario);
  if (!planned.ok) throw new Error(planned.problems.map(({ sentence }) => sentence).join('\n'));
  expect(planned.plan.failedLanes).toEqual([]);
  const run = simulateToEnd(planned.plan);
  expect(run.plan.failedLanes).toEqual([]);
  return run;
}

describe.each(TEMPLATES)('$limiter: $title', ({ limiter, twin, code }) => {
  it.each([1, 2, 3, 4, 5, 6])('decides as its twin, seed %i', (seed) => {
    const { lanes } = runOf(raced(seed, [{ limiter, options: { code } }, twin]));
    const [own, ours] = lanes.map(({ verdicts }) => [...verdicts].map((verdict) => (verdict >= 2 ? 'deny' : 'allow')));
    expect(own).toContain('deny');
    expect(own).toContain('allow');
    expect(own).toEqual(ours);
  });
});

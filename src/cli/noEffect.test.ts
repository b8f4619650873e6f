import { expect, it } from 'vitest';
import { scenarioOf } from '../sim/index.ts';
import { runAndFormat } from './formats.ts';

it('the summary says which phases and faults do nothing, as the page does', async () => {
  const faults = [
    { kind: 'store-flush', at: 5 },
    { kind: 'crash-after', node: 0, command: 'HSET', at: 0 },
  ];
  const scenario = scenarioOf({
    duration: 60,
    traffic: [
      { kind: 'times', at: [1] },
      { kind: 'steady', from: 70, rate: 1 },
    ],
    lanes: [{ limiter: 'redis-incr' }],
    cluster: { nodes: 2, faults },
  });
  const { chunks } = await runAndFormat(scenario, 'summary', null);
  expect([...chunks].at(-1)).toBe(
    '\nPhase 2 begins at 70 s; the run ends at 60 s. It has no effect in this run.\n' +
      'Fault 2 comes between HSET and the next message; no lane sends one after it. It has no effect in this run.\n',
  );
});

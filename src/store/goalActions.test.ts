/** What is tuned, as actions. */
import { expect, it } from 'vitest';
import { scenarioOf } from '../sim/index.ts';
import { openTestPlayground } from './testing.ts';

it('worst traffic is a phase of its own stream, and leaves no request selected that has another number by then', async () => {
  const { store, actions } = await openTestPlayground({
    lanes: [{ limiter: 'gcra' }],
    traffic: [
      { kind: 'steady', rate: 1, from: 0, to: 10 },
      { kind: 'burst', at: 5, count: 3 },
    ],
  });
  store.setState({ selection: { lane: 0, request: 4, at: 4e6 } });
  const [entry] = scenarioOf({ traffic: [{ kind: 'burst', at: 1, count: 5 }] }).traffic;
  actions.addWorstTraffic(entry!);
  const { scenario, selection, status } = store.getState();
  expect(scenario.traffic.map(({ stream }) => stream)).toEqual([0, 1, 2]);
  expect([selection, status]).toEqual([null, 'Added worst traffic as phase 3. Ctrl+Z undoes this.']);
});
